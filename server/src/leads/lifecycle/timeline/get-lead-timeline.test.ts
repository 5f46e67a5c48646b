import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { assignableAgent } from "../../../agents/index.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { assignAgent } from "../../assignment/assign-agent.ts";
import { lockLead } from "../../lead-scope.ts";

const MINUTE = 60_000;
const notFound = [404, { detail: "Lead not found" }];

describe("getLeadTimeline", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLifecycle(lintel, `desk-${++made}`);
  });

  const read = (lead: number | string, key: string) => lintel.call(`${LEADS}/${lead}/transitions`, { key });
  const assign = (lead: number, agent: { id: number; name: string } | null) =>
    inTransaction(lintel.ctx, async (ctx) => {
      const assignee =
        agent && (await assignableAgent(ctx.db, { brokerageId: brokerage.id, agentId: agent.id }));
      return assignAgent(ctx, await lockLead(ctx, lead), assignee);
    });
  const contact = (lead: number, body: object) =>
    lintel.call(`${LEADS}/${lead}/contacts`, { method: "POST", key: brokerage.broker, body });

  it("begins with how the lead came", async () => {
    const lead = await brokerage.createLead();
    expect(outcome(await read(lead, brokerage.broker))).toEqual([
      200,
      {
        lead_id: lead,
        stage: "NEW",
        events: [
          {
            id: expect.any(Number),
            event_type: "contact_form_submission",
            from_stage: null,
            to_stage: "NEW",
            reason_code: null,
            note: null,
            channel: null,
            occurred_at: lintel.clock.now().toISOString(),
            actor_entered_at: null,
            actor: { type: "visitor", id: null, name: "website visitor" },
            payload: { intake: "contact_form" },
          },
        ],
        available_transitions: ["contact_attempted", "bogus_contact_detected"],
        warnings: [],
      },
    ]);
  });

  it("is in order of time, then of entry, with no gap: what moves nothing shows the stage of then", async () => {
    const lead = await brokerage.createLead();
    const received = lintel.clock.now().getTime();
    const at = (minutes: number) => new Date(received + minutes * MINUTE).toISOString();
    lintel.clock.advance(30 * MINUTE);
    await brokerage.report(lead, { event_type: "contact_attempted", channel: "call", occurred_at: at(10) });
    await brokerage.report(lead, { event_type: "motivation_confirmed", occurred_at: at(20) });
    const agent = await lintel.createAgent(brokerage.id, { name: "Ann" });
    await assign(lead, { id: agent.id, name: "Ann" });
    // Entered last, of which the first happened while the lead was NEW, the other while it was CONTACTING.
    for (const minutes of [5, 15]) {
      const inbound = { channel: "email", direction: "inbound", occurred_at: at(minutes) };
      expect((await contact(lead, inbound)).status).toBe(201);
    }
    const { events } = await brokerage.timeline(lead);
    expect(
      events.map((row: Record<string, unknown>) => [
        row.event_type,
        row.from_stage,
        row.to_stage,
        row.occurred_at,
      ]),
    ).toEqual([
      ["contact_form_submission", null, "NEW", at(0)],
      ["contact_logged", "NEW", "NEW", at(5)],
      ["contact_attempted", "NEW", "CONTACTING", at(10)],
      ["contact_logged", "CONTACTING", "CONTACTING", at(15)],
      ["motivation_confirmed", "CONTACTING", "QUALIFIED", at(20)],
      ["agent_assigned", "QUALIFIED", "QUALIFIED", at(30)],
    ]);
  });

  it("warns of the active flags, in their order, and of no cleared one", async () => {
    const lead = await brokerage.createLead();
    const flag = (name: string, cleared: boolean) => ({
      lead_id: lead,
      flag: name,
      set_at: lintel.clock.now(),
      set_by: "broker key",
      cleared_at: cleared ? lintel.clock.now() : null,
    });
    await lintel.database.db
      .insertInto("lead_flags")
      .values([flag("do_not_call", false), flag("do_not_text", true), flag("dnc", false)])
      .execute();
    expect((await brokerage.timeline(lead)).warnings).toEqual(["dnc", "do_not_call"]);
  });

  it("calls people by their names: who entered what is on the row", async () => {
    const lead = await brokerage.createLead();
    const admin = await lintel.createKey("admin");
    await brokerage.postEvent(lead, { event_type: "contact_attempted", channel: "call" }, admin);
    const { events } = await brokerage.timeline(lead);
    expect(events.at(-1).actor).toEqual({ type: "api_key", id: expect.any(Number), name: "admin key" });
  });

  it("shows rows that were made of a legacy status as such", async () => {
    const lead = await brokerage.createLead();
    await lintel.database.db
      .updateTable("lead_events")
      .set({ event_type: "legacy_import", payload: JSON.stringify({ backfilled: true }) })
      .where("lead_id", "=", lead)
      .execute();
    expect((await brokerage.timeline(lead)).events).toMatchObject([
      { event_type: "legacy_import", payload: { backfilled: true } },
    ]);
  });

  it("is visible in the lead's scope; to another tenant's broker the lead is a missing one", async () => {
    const lead = await brokerage.createLead();
    const other = await openLifecycle(lintel, `other-${made}`);
    const agent = await lintel.createAgent(brokerage.id);
    const own = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: agent.id });
    for (const key of [other.broker, other.agent, brokerage.agent, own]) {
      expect(outcome(await read(lead, key))).toEqual(notFound);
    }
    expect(outcome(await read(2_147_483_647, brokerage.broker))).toEqual(notFound);
    await assign(lead, { id: agent.id, name: "Ann" });
    for (const key of [own, brokerage.broker, await lintel.createKey("admin")]) {
      expect((await read(lead, key)).status).toBe(200);
    }
    expect((await read("x", brokerage.broker)).status).toBe(422);
  });
});
