import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("verifyCredentials", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const verify = async (key: string) => (await lintel.call("/api/auth/verify", { key })).body;

  it("answers whose a key is, by the key's name", async () => {
    expect(await verify(await lintel.createKey("admin"))).toEqual({
      valid: true,
      user: { id: null, email: "admin key", role: "admin", brokerage_id: null, agent_id: null },
    });
  });

  it("answers the agent's email for a key that is bound to one", async () => {
    const { id: brokerageId } = await lintel.createTenant("bound");
    const agent = await lintel.createAgent(brokerageId, { email: "ann@agents.test" });
    expect(await verify(await lintel.createKey("agent", { brokerageId, agentId: agent.id }))).toEqual({
      valid: true,
      user: {
        id: null,
        email: "ann@agents.test",
        role: "agent",
        brokerage_id: brokerageId,
        agent_id: agent.id,
      },
    });
  });

  it("does not mind on which host it is asked, or with a slash at the end", async () => {
    const key = await lintel.createKey("broker");
    for (const host of [null, "unknown.test"]) {
      expect((await lintel.call("/api/auth/verify/", { key, host })).status).toBe(200);
    }
  });
});
