import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

describe("assignSessionAgent", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "choosing");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await brokerage.startSession();
  });

  const choose = async (agent_id: unknown) =>
    outcome(await visitor.call("/sessions/assign-agent", { method: "POST", body: { agent_id } }));

  it("stores the agent that the visitor chose last", async () => {
    const ann = String(await brokerage.hire("Ann", { email: "ann@agents.test" }));
    const bob = String(await brokerage.hire("Bob"));
    await choose(bob);
    expect(await choose(ann)).toEqual([
      200,
      { success: true, agent: { id: ann, name: "Ann", email: "ann@agents.test" } },
    ]);
    expect((await visitor.status()).assigned_agent_id).toBe(ann);
  });

  it("accepts the id as a number too, as other routes have it", async () => {
    const cleo = await brokerage.hire("Cleo");
    expect(await choose(cleo)).toMatchObject([200, { agent: { id: String(cleo) } }]);
    expect(await choose(999_999)).toEqual([404, { detail: "Agent not found" }]);
  });

  it.each([undefined, null, "", "ann", "-1", "0", "1.5", "1e3", 0, -7, 1.5, ["7"], "12345678901"])(
    "refuses %j as an id",
    async (id) => {
      const [status, body] = await choose(id);
      expect([status, body.detail]).toEqual([400, expect.stringContaining("agent_id")]);
    },
  );

  it("is 404 for deleted and unknown agents, and for those of another brokerage", async () => {
    const other = await openVisitors(lintel, "choosing-other");
    const strangers = [
      await other.hire("Elsewhere"),
      await brokerage.hire("Left", { status: "inactive" }),
      await brokerage.hire("Gone", { disabled_at: new Date() }),
      999_999,
      9_999_999_999,
    ];
    for (const id of strangers) {
      expect(await choose(String(id))).toEqual([404, { detail: "Agent not found" }]);
    }
    expect((await visitor.status()).assigned_agent_id).toBeNull();
  });
});
