import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../../test/harness/outreach-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { stopReasons } from "../../drips/index.ts";
import { stages } from "../../leads/index.ts";

const DAY = 86_400_000;
const sequenceNotFound = [404, { detail: "Sequence not found" }];
const leadNotFound = [404, { detail: "Lead not found" }];
const active = [
  409,
  { detail: "The lead is active on this sequence already: stop it first to start it again" },
];

/** SPEC: Drip sequences, POST /{id}/enrollments/{lead_id}; Drip enrollment, states. */
describe("enrollLead", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: OutreachFixture;
  let sequence: { id: number; name: string };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `enrolling-${++made}`);
    sequence = await brokerage.sequence();
    lead = await brokerage.makeLead();
  });

  const later = (days: number) => new Date(lintel.clock.now().getTime() + days * DAY).toISOString();
  const counts = async () => {
    const { active_enrollments, total_enrollments } = await brokerage.readSequence(sequence.id);
    return [active_enrollments, total_enrollments];
  };

  it("enrolls a lead: from now, in its stage, with step one due after its delay", async () => {
    const reply = await brokerage.enroll(sequence.id, lead);
    const now = lintel.clock.now().toISOString();
    expect(outcome(reply)).toEqual([
      200,
      {
        id: expect.any(Number),
        sequence_id: sequence.id,
        lead_id: lead,
        lead_name: "Ada Lovelace",
        lead_email: "ada@visitors.test",
        enrolled_at: now,
        enrolled_state: "NEW",
        next_step_position: 1,
        next_send_at: later(2),
        status: "active",
        stopped_reason: null,
        stopped_at: null,
        last_sent_at: null,
        send_failures: 0,
      },
    ]);
    expect((await brokerage.enrollments(sequence.id)).body.items).toEqual([reply.body]);
    expect(await brokerage.stored(reply.body.id)).toMatchObject({ run: 1, claimed_until: null });
    expect(await counts()).toEqual([1, 1]);
  });

  it.each(stages)("enrolls a lead in %s, whichever stage triggers the sequence", async (stage) => {
    const other = await brokerage.makeLead({ stage });
    // Of those that were there before, one has enrolled it by itself.
    const { id } = await brokerage.sequence();
    expect((await brokerage.enroll(id, other)).body).toMatchObject({
      enrolled_state: stage,
      status: "active",
    });
  });

  it("has a first step without delay due at once", async () => {
    await brokerage.updateSequence(sequence.id, {
      steps: [{ delay_days: 0, subject_template: "Hi", body_template: "Hi" }],
    });
    expect((await brokerage.enrolled(sequence.id, lead)).next_send_at).toBe(later(0));
  });

  it("enrolls a flagged lead and one of the other pipeline: staff have their reasons", async () => {
    await lintel.call(`/api/v1/admin/leads/${lead}/flags/unsubscribed`, {
      method: "PUT",
      key: brokerage.broker,
    });
    await lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
      method: "PUT",
      key: brokerage.broker,
      body: { enforce_pipeline_type: true },
    });
    const sellers = await brokerage.sequence({ pipeline_type: "seller" });
    expect((await brokerage.enroll(sellers.id, lead)).body).toMatchObject({ status: "active" });
  });

  it("names a lead without an address all the same", async () => {
    const withoutEmail = await brokerage.makeLead({ first_name: "Bo", last_name: "", email: "" });
    expect(await brokerage.enrolled(sequence.id, withoutEmail)).toMatchObject({
      lead_name: "Bo",
      lead_email: null,
    });
  });

  it("answers 409 for an active enrollment, which stays unchanged", async () => {
    const { id } = await brokerage.enrolled(sequence.id, lead);
    await brokerage.set(id, { next_step_position: 2, send_failures: 1, last_sent_at: lintel.clock.now() });
    const before = await brokerage.stored(id);
    lintel.clock.advance(DAY);
    expect(outcome(await brokerage.enroll(sequence.id, lead))).toEqual(active);
    expect(await brokerage.stored(id)).toEqual(before);
    expect(await counts()).toEqual([1, 1]);
  });

  const ended = [
    { status: "completed", stopped_reason: null },
    ...stopReasons.map((stopped_reason) => ({ status: "stopped", stopped_reason })),
  ];
  it.each(ended)("restarts from step one what was $status ($stopped_reason)", async (end) => {
    const { id } = await brokerage.enrolled(sequence.id, lead);
    const at = lintel.clock.now();
    await brokerage.set(id, {
      ...end,
      next_step_position: null,
      next_send_at: null,
      stopped_at: end.stopped_reason && at,
      last_sent_at: at,
      send_failures: 3,
      attempted_at: at,
      attempted_in: randomUUID(),
      claimed_until: at,
      ...(end.stopped_reason === "state_changed" && { resumes_at_position: 2, resumes_send_at: at }),
    });
    await lintel.database.db
      .updateTable("leads")
      .set({ stage: "QUALIFIED" })
      .where("id", "=", lead)
      .execute();
    expect(await counts()).toEqual([0, 1]);
    lintel.clock.advance(3 * DAY);
    const { status, body } = await brokerage.enroll(sequence.id, lead);
    expect([status, body]).toMatchObject([200, { id, status: "active", enrolled_state: "QUALIFIED" }]);
    const now = lintel.clock.now();
    expect(await brokerage.stored(id)).toEqual({
      id,
      sequence_id: sequence.id,
      lead_id: lead,
      run: 2,
      status: "active",
      enrolled_at: now,
      enrolled_state: "QUALIFIED",
      next_step_position: 1,
      next_send_at: new Date(later(2)),
      stopped_reason: null,
      stopped_at: null,
      last_sent_at: null,
      send_failures: 0,
      attempted_at: null,
      attempted_in: null,
      claimed_until: null,
      resumes_at_position: null,
      resumes_send_at: null,
    });
    expect(await counts()).toEqual([1, 1]);
  });

  it("answers 409 for a sequence without steps, and for one that is turned off", async () => {
    const empty = await brokerage.sequence({ steps: [] });
    const off = await brokerage.sequence({ active: false });
    const replies = [await brokerage.enroll(empty.id, lead), await brokerage.enroll(off.id, lead)];
    expect(replies.map(outcome)).toEqual([
      [409, { detail: "This sequence has no steps: add one before enrolling a lead" }],
      [409, { detail: "This sequence is turned off: turn it on before enrolling a lead" }],
    ]);
    expect((await brokerage.leadDrips(lead)).body.enrollments).toEqual([]);
  });

  it("restarts nothing of a sequence that has lost its steps or was turned off", async () => {
    const { id } = await brokerage.enrolled(sequence.id, lead);
    await brokerage.updateSequence(sequence.id, { steps: [] });
    const completed = await brokerage.stored(id);
    expect((await brokerage.enroll(sequence.id, lead)).status).toBe(409);
    await brokerage.updateSequence(sequence.id, { active: false });
    expect((await brokerage.enroll(sequence.id, lead)).status).toBe(409);
    expect(await brokerage.stored(id)).toEqual(completed);
  });

  it("is 403 for agents, also with their own leads", async () => {
    const own = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    expect(outcome(await brokerage.enroll(sequence.id, own, brokerage.ann.key))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect(await counts()).toEqual([0, 0]);
  });

  it("is open to admins in every brokerage", async () => {
    expect((await brokerage.enroll(sequence.id, lead, admin)).status).toBe(200);
  });

  it("answers 404 for what is not there or another brokerage's, to each in their own words", async () => {
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const foreignLead = await other.makeLead();
    const replies = [
      await brokerage.enroll(999_999, lead),
      await brokerage.enroll(sequence.id, 999_999),
      await brokerage.enroll(sequence.id, foreignLead),
      await brokerage.enroll(sequence.id, foreignLead, admin),
      await brokerage.enroll(sequence.id, lead, other.broker),
    ];
    expect(replies.map(outcome)).toEqual([
      sequenceNotFound,
      leadNotFound,
      leadNotFound,
      leadNotFound,
      sequenceNotFound,
    ]);
    expect(await counts()).toEqual([0, 0]);
  });

  it("answers 422 for ids that are none", async () => {
    expect((await brokerage.enroll("x", lead)).status).toBe(422);
    expect((await brokerage.enroll(sequence.id, 0)).status).toBe(422);
  });

  it("changes nothing of a disabled brokerage's, not even for admins", async () => {
    await brokerage.disable();
    expect(outcome(await brokerage.enroll(sequence.id, lead))).toEqual(sequenceNotFound);
    expect(outcome(await brokerage.enroll(sequence.id, lead, admin))).toEqual(leadNotFound);
    expect((await brokerage.enrollments(sequence.id, "", admin)).body.total).toBe(0);
  });

  it("needs no body, and minds none", async () => {
    const reply = await lintel.call(`/api/v1/admin/drips/${sequence.id}/enrollments/${lead}`, {
      method: "POST",
      key: brokerage.broker,
      headers: { "content-type": "application/json" },
      body: "{ not JSON",
    });
    expect(reply.status).toBe(200);
  });

  it("tells the audit log of the lead who has enrolled it in what", async () => {
    const { id } = await brokerage.enrolled(sequence.id, lead);
    await brokerage.set(id, { status: "completed", next_step_position: null, next_send_at: null });
    await brokerage.enrolled(sequence.id, lead);
    const [first, again] = (await auditOf(lintel, "lead", lead)).slice(-2);
    const started = {
      id,
      sequence: sequence.name,
      sequence_id: sequence.id,
      lead_id: lead,
      status: "active",
    };
    const auditRow = { action: "update", actor_name: "broker key", brokerage_id: brokerage.id };
    expect(first).toMatchObject({ ...auditRow, before: { drip: null }, after: { drip: started } });
    expect(again).toMatchObject({
      ...auditRow,
      before: { drip: { ...started, status: "completed" } },
      after: { drip: started },
    });
  });
});
