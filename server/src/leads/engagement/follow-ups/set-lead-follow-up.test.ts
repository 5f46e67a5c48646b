import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../../test/harness/brokerage-fixture.ts";
import {
  type EventBody,
  LEADS,
  type LifecycleFixture,
  openLifecycle,
} from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { openStages, type Stage } from "../../lifecycle/stages.ts";

const DAY = 86_400_000;
const notFound = [404, { detail: "Lead not found" }];

describe("setLeadFollowUp", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "follow-ups");
  });
  afterAll(() => lintel.close());

  const book = (lead: number | string, body: object, key = brokerage.broker) =>
    lintel.call(`${LEADS}/${lead}/follow-up`, { method: "PUT", key, body });
  const inMs = (ms: number) => new Date(lintel.clock.now().getTime() + ms).toISOString();
  const followUp = async (lead: number) => (await brokerage.detail(lead)).follow_up;

  it.each(openStages)("books the lead's one follow-up in %s, and shows it with the lead", async (stage) => {
    const lead = await brokerage.leadIn(stage);
    const booked = { due_at: inMs(DAY), note: "Send comparables", source: "agent", reminded_at: null };
    expect(outcome(await book(lead, { due_at: inMs(DAY), note: " Send comparables " }))).toEqual([
      200,
      booked,
    ]);
    expect(await followUp(lead)).toEqual(booked);
  });

  it("replaces the one before, and reminds of the new one again", async () => {
    const lead = await brokerage.createLead();
    await book(lead, { due_at: inMs(DAY), note: "First" });
    await lintel.database.db
      .updateTable("leads")
      .set({ follow_up_reminded_at: lintel.clock.now() })
      .where("id", "=", lead)
      .execute();
    expect((await followUp(lead)).reminded_at).not.toBeNull();
    const { body } = await book(lead, { due_at: inMs(2 * DAY) });
    expect(body).toEqual({ due_at: inMs(2 * DAY), note: null, source: "agent", reminded_at: null });
    expect(await followUp(lead)).toEqual(body);
  });

  it("takes null and blank for no note, any time zone, and a time that is just now", async () => {
    const lead = await brokerage.createLead();
    for (const note of [null, "", "  "]) {
      expect((await book(lead, { due_at: inMs(DAY), note })).body.note).toBeNull();
    }
    expect((await book(lead, { due_at: "2031-01-01T08:00:00-07:00" })).body.due_at).toBe(
      "2031-01-01T15:00:00.000Z",
    );
    expect((await book(lead, { due_at: inMs(0) })).status).toBe(200);
  });

  it("is 422 in the past, and for what is no moment; the one before stays", async () => {
    const lead = await brokerage.createLead();
    const { body: booked } = await book(lead, { due_at: inMs(DAY), note: "Stays" });
    const valid = "due_at must be a valid timestamp (ISO 8601)";
    for (const [body, words] of [
      [{ due_at: inMs(-1) }, ["due_at is in the past"]],
      [{ due_at: "2031-01-01T23:59:60Z" }, ["due_at must be a valid timestamp (ISO 8601)"]],
      [{ due_at: "tomorrow" }, [valid]],
      [{ due_at: "2031-01-01" }, [valid]],
      [{ due_at: "" }, [valid]],
      [{ due_at: null }, ["due_at must be text"]],
      [{}, ["due_at is required"]],
    ] as const) {
      expect(validationErrors(await book(lead, body))).toEqual([
        422,
        words.map((each) => ["body.due_at", each]),
      ]);
    }
    expect(validationErrors(await book(lead, { due_at: inMs(DAY), note: "x".repeat(2001) }))).toEqual([
      422,
      [["body.note", "note must be at most 2000 characters"]],
    ]);
    expect(await followUp(lead)).toEqual(booked);
  });

  it.each([
    ["CLOSED", "log a contact instead"],
    ["ARCHIVED", "bring it back with lead_re_engaged first"],
    ["TRASHED", "bring it back with contact_info_updated first"],
  ] as [Stage, string][])("is 409 for a lead in %s, with what to do", async (stage, todo) => {
    const lead = await brokerage.leadIn(stage);
    const detail = `A lead in ${stage} has left the pipeline and takes no follow-up; ${todo}`;
    for (const due_at of [inMs(DAY), inMs(-DAY)]) {
      expect(outcome(await book(lead, { due_at }))).toEqual([409, { detail }]);
    }
  });

  it.each([
    ["CONTACTING", { event_type: "timeout_no_response" }],
    ["CONTACTING", { event_type: "bogus_contact_detected", reason_code: "other" }],
    ["IN_CONTRACT", { event_type: "closing_complete" }],
  ] as [Stage, EventBody][])(
    "is gone when a lead leaves the pipeline from %s, by %j",
    async (stage, event) => {
      const lead = await brokerage.leadIn(stage);
      await book(lead, { due_at: inMs(DAY), note: "Never" });
      await brokerage.report(lead, event);
      expect(await followUp(lead)).toBeNull();
    },
  );

  it("outlasts what moves the lead within the pipeline", async () => {
    const lead = await brokerage.leadIn("COMMITTED");
    const { body } = await book(lead, { due_at: inMs(DAY) });
    await brokerage.report(lead, { event_type: "deal_collapsed", reason_code: "other" });
    expect(await followUp(lead)).toEqual(body);
  });

  it("leaves an audit row each time, for the same again too", async () => {
    const lead = await brokerage.createLead();
    const due_at = inMs(DAY);
    await book(lead, { due_at, note: "Call" });
    lintel.clock.advance(1000);
    await book(lead, { due_at, note: "Call" });
    const set = { follow_up_set_at: lintel.clock.now().toISOString() };
    expect(await auditOf(lintel, "lead", lead)).toMatchObject([
      {
        action: "update",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: { follow_up_due_at: null, follow_up_note: null, follow_up_source: null },
        after: { follow_up_due_at: due_at, follow_up_note: "Call", follow_up_source: "agent" },
      },
      { after: set },
    ]);
  });

  it("requires the lead's scope; another tenant's lead is a missing one", async () => {
    const lead = await brokerage.createLead();
    const body = { due_at: inMs(DAY) };
    const other = await openLifecycle(lintel, "elsewhere");
    for (const key of [other.broker, other.agent, brokerage.agent]) {
      expect(outcome(await book(lead, body, key))).toEqual(notFound);
    }
    expect(outcome(await book(2_147_483_647, body))).toEqual(notFound);
    expect(await followUp(lead)).toBeNull();
  });
});
