import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const due_at = "2026-06-20T12:00:00.000Z";
const notFound = [404, { detail: "Lead not found" }];

describe("clearLeadFollowUp", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "cleared");
  });
  afterAll(() => lintel.close());

  const clear = (lead: number, key = brokerage.broker) =>
    lintel.call(`${LEADS}/${lead}/follow-up`, { method: "DELETE", key });
  const booked = async () => {
    const lead = await brokerage.createLead();
    const body = { due_at, note: "Call" };
    await lintel.call(`${LEADS}/${lead}/follow-up`, { method: "PUT", key: brokerage.broker, body });
    return lead;
  };
  const followUp = async (lead: number) => (await brokerage.detail(lead)).follow_up;

  it("takes away the one that was booked, once", async () => {
    const lead = await booked();
    expect(outcome(await clear(lead))).toEqual([200, { message: "Follow-up cleared" }]);
    expect(await followUp(lead)).toBeNull();
    expect(outcome(await clear(lead))).toEqual([404, { detail: "No follow-up" }]);
  });

  it("takes away the brokerage's default too", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    expect((await followUp(lead)).source).toBe("default");
    expect((await clear(lead)).status).toBe(200);
    expect(await followUp(lead)).toBeNull();
  });

  it("leaves an audit row, and none when there was nothing to clear", async () => {
    const lead = await booked();
    await clear(lead);
    await clear(lead);
    expect(await auditOf(lintel, "lead", lead)).toMatchObject([
      { after: { follow_up_due_at: due_at } },
      {
        action: "update",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { follow_up_due_at: due_at, follow_up_note: "Call", follow_up_source: "agent" },
        after: { follow_up_due_at: null, follow_up_note: null, follow_up_source: null },
      },
    ]);
  });

  it("requires the lead's scope; another tenant's lead is a missing one", async () => {
    const lead = await booked();
    const other = await openLifecycle(lintel, "elsewhere");
    for (const key of [other.broker, other.agent, brokerage.agent]) {
      expect(outcome(await clear(lead, key))).toEqual(notFound);
    }
    expect(outcome(await clear(2_147_483_647))).toEqual(notFound);
    expect((await followUp(lead)).due_at).toBe(due_at);
  });
});
