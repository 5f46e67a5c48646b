import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { leadByForm } from "../../../test/harness/contact-form.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("listLeadFlags", () => {
  let lintel: TestApp;
  let brokerage: BrokerageFixture;
  let other: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openBrokerage(lintel, "north");
    other = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const list = (id: number, key = brokerage.broker) =>
    lintel.call(`/api/v1/admin/leads/${id}/flags`, { key });
  const change = async (method: "PUT" | "DELETE", id: number, flag: string, reason: string) => {
    lintel.clock.advance(60_000);
    await lintel.call(`/api/v1/admin/leads/${id}/flags/${flag}`, {
      method,
      key: brokerage.broker,
      body: { reason },
    });
    return lintel.clock.now().toISOString();
  };

  it("is empty for a lead that never had one", async () => {
    expect(outcome(await list(await leadByForm(lintel, brokerage.host)))).toEqual([200, { flags: [] }]);
  });

  it("holds one row per setting, newest last, cleared ones too", async () => {
    const id = await leadByForm(lintel, brokerage.host);
    const first = await change("PUT", id, "dnc", "First.");
    const cleared = await change("DELETE", id, "dnc", "Sorted out.");
    const text = await change("PUT", id, "do_not_text", "No texts.");
    const again = await change("PUT", id, "dnc", "Again.");
    const by = "broker key";
    const active = { active: true, cleared_at: null, cleared_by: null, clear_reason: null, set_by: by };
    expect((await list(id)).body.flags).toEqual([
      {
        flag: "dnc",
        active: false,
        reason: "First.",
        set_at: first,
        set_by: by,
        cleared_at: cleared,
        cleared_by: by,
        clear_reason: "Sorted out.",
      },
      { flag: "do_not_text", reason: "No texts.", set_at: text, ...active },
      { flag: "dnc", reason: "Again.", set_at: again, ...active },
    ]);
  });

  it("is visible to the lead's agent, its brokers and admins", async () => {
    const { id: agentId } = await lintel.createAgent(brokerage.id);
    const id = await leadByForm(lintel, brokerage.host);
    await lintel.database.db
      .updateTable("leads")
      .set({ assigned_agent_id: agentId })
      .where("id", "=", id)
      .execute();
    await change("PUT", id, "dnc", "Quiet.");
    const own = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
    for (const key of [own, brokerage.broker, await lintel.createKey("admin")]) {
      expect((await list(id, key)).body.flags).toHaveLength(1);
    }
    const missing = [404, { detail: "Lead not found" }];
    for (const key of [brokerage.agent, other.broker]) expect(outcome(await list(id, key))).toEqual(missing);
    expect(outcome(await list(999_999))).toEqual(missing);
  });
});
