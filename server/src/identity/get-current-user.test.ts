import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getCurrentUser", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  const me = async (key: string, host: string | null = null) =>
    (await lintel.call("/api/admin/me", { key, host })).body;

  it("answers who is asking, with nulls for what a key is not bound to", async () => {
    expect(await me(await lintel.createKey("admin"))).toEqual({
      authenticated: true,
      user: {
        id: null,
        email: "admin key",
        role: "admin",
        brokerage_id: null,
        broker_id: null,
        agent_id: null,
      },
    });
  });

  it("answers the caller's brokerage, under both names, on every host", async () => {
    const own = await lintel.createTenant("own");
    const other = await lintel.createTenant("other");
    const agent = await lintel.createAgent(own.id);
    const key = await lintel.createKey("agent", { brokerageId: own.id, agentId: agent.id });
    for (const host of [null, own.host, other.host, "unknown.test"]) {
      expect((await me(key, host)).user).toMatchObject({
        brokerage_id: own.id,
        broker_id: own.id,
        agent_id: agent.id,
      });
    }
  });
});
