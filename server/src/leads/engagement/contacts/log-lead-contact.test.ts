import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { stages } from "../../lifecycle/stages.ts";

const MINUTE = 60_000;
const notFound = [404, { detail: "Lead not found" }];
const outbound = { channel: "call", direction: "outbound" };
const inbound = { channel: "email", direction: "inbound" };

describe("logLeadContact", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "contacts");
  });
  afterAll(() => lintel.close());

  const log = (lead: number | string, body: object, key = brokerage.broker) =>
    lintel.call(`${LEADS}/${lead}/contacts`, { method: "POST", key, body });
  const now = () => lintel.clock.now().toISOString();
  const inMinutes = (minutes: number) =>
    new Date(lintel.clock.now().getTime() + minutes * MINUTE).toISOString();
  const lastEvent = async (lead: number) => (await brokerage.timeline(lead)).events.at(-1);

  it("in NEW an outbound one is contact_attempted: it moves the lead and stops the clock", async () => {
    const lead = await brokerage.createLead();
    lintel.clock.advance(MINUTE);
    expect(outcome(await log(lead, { ...outbound, note: " Left a message " }))).toEqual([
      201,
      {
        id: (await lastEvent(lead)).id,
        lead_id: lead,
        channel: "call",
        direction: "outbound",
        note: "Left a message",
        occurred_at: now(),
        actor_entered_at: null,
        actor: { type: "api_key", id: expect.any(Number), name: "broker key" },
        stage: "CONTACTING",
      },
    ]);
    expect(await lastEvent(lead)).toMatchObject({
      event_type: "contact_attempted",
      from_stage: "NEW",
      to_stage: "CONTACTING",
      channel: "call",
      note: "Left a message",
      payload: { direction: "outbound" },
    });
    expect(await brokerage.detail(lead)).toMatchObject({
      stage: "CONTACTING",
      last_contact: now(),
      first_response_at: now(),
      sla: { remaining_seconds: null },
    });
    expect((await auditOf(lintel, "lead", lead)).at(-1)).toMatchObject({
      before: { stage: "NEW" },
      after: { stage: "CONTACTING", last_event: "contact_attempted" },
    });
  });

  it("in NEW an inbound one leaves the stage and the clock, and is the reply signal", async () => {
    const lead = await brokerage.createLead();
    const before = await brokerage.detail(lead);
    const { status, body } = await log(lead, inbound);
    expect([status, body.stage]).toEqual([201, "NEW"]);
    expect(await lastEvent(lead)).toMatchObject({
      event_type: "contact_logged",
      from_stage: "NEW",
      to_stage: "NEW",
      channel: "email",
      payload: { direction: "inbound" },
    });
    const after = await brokerage.detail(lead);
    expect([after.stage, after.sla, after.first_response_at]).toEqual(["NEW", before.sla, null]);
    expect(after.temperature.score).toBe(before.temperature.score + 20);
  });

  it.each(stages.filter((stage) => stage !== "NEW"))("is logged in %s, and moves nothing", async (stage) => {
    const lead = await brokerage.leadIn(stage);
    const { stage_entered_at, available_transitions } = await brokerage.detail(lead);
    lintel.clock.advance(MINUTE);
    for (const contact of [outbound, inbound]) {
      const { status, body } = await log(lead, contact);
      expect([status, body.stage, body.direction]).toEqual([201, stage, contact.direction]);
      expect(await lastEvent(lead)).toMatchObject({
        event_type: "contact_logged",
        from_stage: stage,
        to_stage: stage,
        channel: contact.channel,
        payload: { direction: contact.direction },
      });
    }
    expect(await brokerage.detail(lead)).toMatchObject({
      stage,
      stage_entered_at,
      available_transitions,
      last_contact: now(),
    });
  });

  it("leaves an audit row, with what it changed of the lead", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const { last_contact } = await brokerage.detail(lead);
    lintel.clock.advance(MINUTE);
    await log(lead, inbound);
    expect((await auditOf(lintel, "lead", lead)).at(-1)).toMatchObject({
      action: "update",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { last_contact, last_event: null },
      after: { last_contact: now(), last_event: "contact_logged" },
    });
  });

  it("may be entered late, before what moved the lead since, and leaves a later last_contact", async () => {
    const lead = await brokerage.createLead();
    const early = inMinutes(5);
    lintel.clock.advance(60 * MINUTE);
    const answered = now();
    await brokerage.report(lead, { event_type: "contact_attempted", channel: "call" });
    const { status, body } = await log(lead, { ...outbound, occurred_at: early });
    expect([status, body]).toMatchObject([201, { occurred_at: early, actor_entered_at: now() }]);
    expect(await brokerage.detail(lead)).toMatchObject({ last_contact: now(), first_response_at: answered });
  });

  it("warms the lead up by when the reply came, not by when it was entered", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const then = inMinutes(0);
    lintel.clock.advance(14 * 24 * 60 * MINUTE);
    await log(lead, { ...inbound, occurred_at: then });
    // Half of the contact form's 15 and the reply's 20.
    expect((await brokerage.detail(lead)).temperature.score).toBe(17.5);
  });

  it("is 422 in the future, and before the lead was received", async () => {
    const received = lintel.clock.now().toISOString();
    const leads = [await brokerage.createLead(), await brokerage.leadIn("CONTACTING")];
    for (const lead of leads) {
      const before = (await brokerage.timeline(lead)).events;
      for (const contact of [outbound, inbound]) {
        expect(validationErrors(await log(lead, { ...contact, occurred_at: inMinutes(1) }))).toEqual([
          422,
          [["body.occurred_at", "occurred_at is in the future"]],
        ]);
        expect(validationErrors(await log(lead, { ...contact, occurred_at: inMinutes(-1) }))).toEqual([
          422,
          [["body.occurred_at", `occurred_at is before the lead was received, ${received}`]],
        ]);
      }
      expect((await brokerage.timeline(lead)).events).toEqual(before);
    }
  });

  it("in NEW an outbound one is out of order before what brought the lead there: 422", async () => {
    const lead = await brokerage.leadIn("TRASHED");
    const then = inMinutes(1);
    lintel.clock.advance(10 * MINUTE);
    await brokerage.report(lead, { event_type: "contact_info_updated" });
    const mended = now();
    expect(validationErrors(await log(lead, { ...outbound, occurred_at: then }))).toEqual([
      422,
      [["body.occurred_at", `occurred_at is before contact_info_updated, which happened ${mended}`]],
    ]);
  });

  it.each([
    [{ ...outbound, channel: "pigeon" }, "channel must be one of call, email, text"],
    [{ ...outbound, channel: null }, "channel must be one of call, email, text"],
    [{ direction: "outbound" }, "channel is required"],
    [{ ...outbound, direction: "sideways" }, "direction must be one of outbound, inbound"],
    [{ channel: "call" }, "direction is required"],
    [{ ...outbound, note: 7 }, "note must be text or null"],
    [{ ...outbound, occurred_at: "yesterday" }, "occurred_at must be a valid timestamp (ISO 8601)"],
    [
      { ...outbound, occurred_at: "2026-06-15T23:59:60Z" },
      "occurred_at must be a valid timestamp (ISO 8601)",
    ],
  ])("%j is 400", async (body, detail) => {
    const lead = await brokerage.createLead();
    expect(outcome(await log(lead, body))).toEqual([400, { detail }]);
    expect((await brokerage.timeline(lead)).events).toHaveLength(1);
  });

  it("requires the lead's scope; another tenant's lead is a missing one", async () => {
    const lead = await brokerage.createLead();
    const other = await openLifecycle(lintel, "elsewhere");
    for (const key of [other.broker, other.agent, brokerage.agent]) {
      expect(outcome(await log(lead, inbound, key))).toEqual(notFound);
    }
    expect(outcome(await log(2_147_483_647, inbound))).toEqual(notFound);
    const { id } = await lintel.createAgent(brokerage.id);
    await lintel.database.db
      .updateTable("leads")
      .set({ assigned_agent_id: id })
      .where("id", "=", lead)
      .execute();
    const own = await lintel.createKey("agent", { brokerageId: brokerage.id, agentId: id });
    expect((await log(lead, inbound, own)).status).toBe(201);
  });
});
