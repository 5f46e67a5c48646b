import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../../test/harness/outreach-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const stopped = [200, { message: "Enrollment stopped" }];
const notFound = (what: string) => [404, { detail: `${what} not found` }];

/** SPEC: Drip sequences, DELETE /{id}/enrollments/{lead_id}. */
describe("stopEnrollment", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: OutreachFixture;
  let sequence: { id: number; name: string };
  let lead: number;
  let enrollment: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `stopping-${++made}`);
    sequence = await brokerage.sequence();
    lead = await brokerage.makeLead();
    enrollment = (await brokerage.enrolled(sequence.id, lead)).id;
  });

  it("stops with the reason manual, and nothing is due any more", async () => {
    const before = await brokerage.stored(enrollment);
    lintel.clock.advance(60_000);
    expect(outcome(await brokerage.stop(sequence.id, lead))).toEqual(stopped);
    expect(await brokerage.stored(enrollment)).toEqual({
      ...before,
      status: "stopped",
      stopped_reason: "manual",
      stopped_at: lintel.clock.now(),
      next_step_position: null,
      next_send_at: null,
    });
    expect(await brokerage.readSequence(sequence.id)).toMatchObject({
      active_enrollments: 0,
      total_enrollments: 1,
    });
  });

  it("takes it out of the hands of a pass that is about to send", async () => {
    await brokerage.set(enrollment, {
      claimed_until: new Date("2030-01-01"),
      attempted_at: lintel.clock.now(),
      send_failures: 2,
    });
    await brokerage.stop(sequence.id, lead);
    expect(await brokerage.stored(enrollment)).toMatchObject({ claimed_until: null, send_failures: 2 });
  });

  it("leaves other leads, and what the lead is on besides, alone", async () => {
    const neighbour = (await brokerage.enrolled(sequence.id, await brokerage.makeLead())).id;
    const besides = (await brokerage.enrolled((await brokerage.sequence()).id, lead)).id;
    const before = [await brokerage.stored(neighbour), await brokerage.stored(besides)];
    await brokerage.stop(sequence.id, lead);
    expect([await brokerage.stored(neighbour), await brokerage.stored(besides)]).toEqual(before);
  });

  it("answers 404 if nothing is active: never enrolled, completed or stopped, which stay as they were", async () => {
    const missing = notFound("Enrollment");
    expect(outcome(await brokerage.stop(sequence.id, await brokerage.makeLead()))).toEqual(missing);
    await brokerage.stop(sequence.id, lead);
    const before = await brokerage.stored(enrollment);
    lintel.clock.advance(60_000);
    expect(outcome(await brokerage.stop(sequence.id, lead))).toEqual(missing);
    expect(await brokerage.stored(enrollment)).toEqual(before);
    await brokerage.set(enrollment, { status: "completed", stopped_reason: null, stopped_at: null });
    expect(outcome(await brokerage.stop(sequence.id, lead))).toEqual(missing);
  });

  it("stops once, however many ask at once", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => brokerage.stop(sequence.id, lead)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)]);
  });

  it("leaves one whole state behind when it is stopped and enrolled at once", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? brokerage.stop(sequence.id, lead) : brokerage.enroll(sequence.id, lead),
      ),
    );
    const { status, next_step_position, stopped_reason } = await brokerage.stored(enrollment);
    expect([
      ["active", 1, null],
      ["stopped", null, "manual"],
    ]).toContainEqual([status, next_step_position, stopped_reason]);
  });

  it("is 403 for agents, also with their own leads", async () => {
    await brokerage.patch(lead, { assigned_agent_id: brokerage.ann.id });
    expect(outcome(await brokerage.stop(sequence.id, lead, brokerage.ann.key))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect(await brokerage.stored(enrollment)).toMatchObject({ status: "active" });
  });

  it("is open to admins, and answers another brokerage's brokers as if it were not there", async () => {
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const foreignLead = await other.makeLead();
    const replies = [
      await brokerage.stop(sequence.id, lead, other.broker),
      await brokerage.stop(sequence.id, foreignLead),
      await brokerage.stop(sequence.id, foreignLead, admin),
      await brokerage.stop(sequence.id, 999_999),
      await brokerage.stop(999_999, lead),
      await brokerage.stop(sequence.id, lead, admin),
    ];
    expect(replies.map(outcome)).toEqual([
      notFound("Sequence"),
      notFound("Lead"),
      notFound("Lead"),
      notFound("Lead"),
      notFound("Sequence"),
      stopped,
    ]);
  });

  it("changes nothing of a disabled brokerage's, not even for admins", async () => {
    await brokerage.disable();
    expect(outcome(await brokerage.stop(sequence.id, lead))).toEqual(notFound("Sequence"));
    expect(outcome(await brokerage.stop(sequence.id, lead, admin))).toEqual(notFound("Lead"));
    expect(await brokerage.stored(enrollment)).toMatchObject({ status: "active" });
  });

  it("tells the audit log of the lead who has stopped it, and where it stood", async () => {
    await brokerage.set(enrollment, { next_step_position: 2 });
    await brokerage.stop(sequence.id, lead);
    const common = { sequence: sequence.name, sequence_id: sequence.id, lead_id: lead };
    expect((await auditOf(lintel, "lead", lead)).at(-1)).toMatchObject({
      action: "update",
      actor_name: "broker key",
      brokerage_id: brokerage.id,
      before: { drip: { ...common, status: "active", next_step_position: 2 } },
      after: { drip: { ...common, status: "stopped", stopped_reason: "manual", next_step_position: null } },
    });
  });
});
