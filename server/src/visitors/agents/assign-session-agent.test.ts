import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitorDesk, type Visitor, type VisitorDesk } from "../../../test/harness/visitor-desk.ts";

describe("assignSessionAgent", () => {
  let lintel: TestApp;
  let desk: VisitorDesk;
  let visitor: Visitor;
  beforeAll(async () => {
    lintel = await startTestApp();
    desk = await openVisitorDesk(lintel, "choosing");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    visitor = await desk.begin();
  });

  const choose = async (agent_id: unknown) =>
    outcome(await visitor.call("/sessions/assign-agent", { method: "POST", body: { agent_id } }));

  it("notes whom the visitor has chosen last", async () => {
    const ann = String(await desk.hire("Ann", { email: "ann@agents.test" }));
    const bob = String(await desk.hire("Bob"));
    await choose(bob);
    expect(await choose(ann)).toEqual([
      200,
      { success: true, agent: { id: ann, name: "Ann", email: "ann@agents.test" } },
    ]);
    expect((await visitor.status()).assigned_agent_id).toBe(ann);
  });

  it.each([undefined, null, "", "ann", "-1", "0", "1.5", "1e3", 7, ["7"], "12345678901"])(
    "refuses %j as an id",
    async (id) => {
      const [status, body] = await choose(id);
      expect([status, body.detail]).toEqual([400, expect.stringContaining("agent_id")]);
    },
  );

  it("does not know agents who are gone, unheard of or of another brokerage", async () => {
    const other = await openVisitorDesk(lintel, "choosing-other");
    const strangers = [
      await other.hire("Elsewhere"),
      await desk.hire("Left", { status: "inactive" }),
      await desk.hire("Gone", { disabled_at: new Date() }),
      999_999,
      9_999_999_999,
    ];
    for (const id of strangers) {
      expect(await choose(String(id))).toEqual([404, { detail: "Agent not found" }]);
    }
    expect((await visitor.status()).assigned_agent_id).toBeNull();
  });
});
