import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripsFixture, openDrips, toQualified } from "../../../test/harness/drips-fixture.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { DAY, HOUR } from "../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** SPEC: Drip enrollment, "lead enters the trigger stage (… on transition into it)" and the stop reason state_changed. */
describe("a lead that moves", () => {
  let lintel: TestApp;
  let brokerage: DripsFixture;
  let admin: string;
  let made = 0;
  beforeAll(async () => {
    // A database that fails on purpose is logged.
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `moves-${++made}`);
  });

  const sequence = (trigger_state: string, fields: object = {}) =>
    brokerage.sequence({ trigger_state, steps: [step("a", 2), step("b")], ...fields });
  const sweep = async (milliseconds: number) => {
    lintel.clock.advance(milliseconds);
    const swept = await lintel.call(`${LEADS}/lifecycle/sweep`, { method: "POST", key: admin });
    expect(swept.status).toBe(200);
  };

  it("into a trigger stage is enrolled: the first step is due its delay_days of 24 hours after enrolled_at", async () => {
    const { id } = await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    lintel.clock.advance(HOUR);
    expect(await brokerage.drips(lead)).toEqual([]);
    await brokerage.moves(lead, ["contact_attempted"]);
    const now = lintel.clock.now();
    expect(await brokerage.drips(lead)).toMatchObject([
      {
        sequence_id: id,
        status: "active",
        enrolled_at: now,
        enrolled_state: "CONTACTING",
        next_step_position: 1,
        next_send_at: new Date(now.getTime() + 2 * DAY),
      },
    ]);
  });

  it("by a contact that is logged as such, and by its first call back, is enrolled all the same", async () => {
    await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    const body = { channel: "call", direction: "outbound" };
    await lintel.call(`${LEADS}/${lead}/contacts`, { method: "POST", key: brokerage.broker, body });
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
  });

  it("and whose move is entered late waits from when it was entered", async () => {
    await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    const occurred_at = lintel.clock.now().toISOString();
    lintel.clock.advance(5 * DAY);
    const body = { event_type: "contact_attempted", channel: "call", occurred_at };
    await lintel.call(`${LEADS}/${lead}/transitions`, { method: "POST", key: brokerage.broker, body });
    const [{ enrolled_at, next_send_at } = {}] = await brokerage.drips(lead);
    expect(enrolled_at).toEqual(lintel.clock.now());
    expect(next_send_at).toEqual(new Date(lintel.clock.now().getTime() + 2 * DAY));
  });

  it("out of the stage it was enrolled in is stopped as state_changed, if the sequence stops on stage change", async () => {
    await sequence("NEW");
    await sequence("NEW", { stop_on_state_change: false });
    const lead = await brokerage.arrives();
    const [, stays] = await brokerage.drips(lead);
    const claimed_until = new Date(lintel.clock.now().getTime() + DAY);
    await lintel.database.db
      .updateTable("drip_enrollments")
      .set({ claimed_until })
      .where("lead_id", "=", lead)
      .execute();
    lintel.clock.advance(HOUR);
    await brokerage.moves(lead, ["contact_attempted"]);
    expect(await brokerage.drips(lead)).toEqual([
      expect.objectContaining({
        status: "stopped",
        stopped_reason: "state_changed",
        stopped_at: lintel.clock.now(),
        next_step_position: null,
        next_send_at: null,
        claimed_until: null,
        resumes_at_position: null,
        resumes_send_at: null,
      }),
      { ...stays, claimed_until },
    ]);
  });

  it("leaves what others are on, and what has ended otherwise, as it is", async () => {
    await sequence("NEW");
    const [lead, other] = [await brokerage.arrives(), await brokerage.arrives()];
    const done = { status: "completed", next_step_position: null, next_send_at: null };
    await lintel.database.db.updateTable("drip_enrollments").set(done).where("lead_id", "=", lead).execute();
    await brokerage.moves(lead, ["contact_attempted"]);
    expect([await brokerage.brief(lead), await brokerage.brief(other)]).toEqual([
      ["completed"],
      ["active at 1"],
    ]);
  });

  it("within its stage stays on what it is on", async () => {
    const lead = await brokerage.arrives({ subject: "Selling my house" });
    await brokerage.moves(lead, [...toQualified, "listing_agreement_signed"]);
    const { id } = await sequence("QUALIFIED");
    const at = lintel.clock.now();
    await lintel.database.db
      .insertInto("drip_enrollments")
      .values({
        sequence_id: id,
        lead_id: lead,
        enrolled_at: at,
        enrolled_state: "COMMITTED",
        next_step_position: 1,
        next_send_at: at,
      })
      .execute();
    await brokerage.moves(lead, ["listing_activated"]);
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
  });

  it("back into a stage restarts nothing that is stopped or completed, and is not enrolled twice", async () => {
    await sequence("CONTACTING");
    await sequence("CONTACTING", { stop_on_state_change: false });
    const lead = await brokerage.arrives();
    await brokerage.moves(lead, ["contact_attempted", "timeout_no_response"]);
    await lintel.database.db
      .updateTable("drip_enrollments")
      .set({ status: "completed", next_step_position: null, next_send_at: null })
      .where("lead_id", "=", lead)
      .where("status", "=", "active")
      .execute();
    const before = await brokerage.drips(lead);
    lintel.clock.advance(HOUR);
    await brokerage.moves(lead, ["lead_re_engaged"]);
    expect(await brokerage.drips(lead)).toEqual(before);
    expect(await brokerage.brief(lead)).toEqual(["stopped: state_changed", "completed"]);
  });

  it("back into a stage is enrolled in the sequences that are new there", async () => {
    const lead = await brokerage.arrives();
    await brokerage.moves(lead, ["contact_attempted", "timeout_no_response"]);
    await sequence("CONTACTING");
    await brokerage.moves(lead, ["lead_re_engaged"]);
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
  });

  it("into ARCHIVED by the sweep, after 21 quiet days or 180, is enrolled as by hand", async () => {
    // The sweep runs the drips too: nothing is due yet.
    for (const stage of ["CONTACTING", "QUALIFIED", "ARCHIVED"])
      await sequence(stage, { steps: [step("a", 365)] });
    const [quiet, undecided] = [await brokerage.arrives(), await brokerage.arrives()];
    await brokerage.moves(quiet, ["contact_attempted"]);
    await brokerage.moves(undecided, toQualified);
    await sweep(21 * DAY);
    expect(await brokerage.brief(quiet)).toEqual(["stopped: state_changed", "active at 1"]);
    expect(await brokerage.brief(undecided)).toEqual(["stopped: state_changed", "active at 1"]);
    await sweep(159 * DAY);
    expect(await brokerage.brief(undecided)).toEqual([
      "stopped: state_changed",
      "stopped: state_changed",
      "active at 1",
    ]);
    const archived = (await brokerage.drips(undecided)).at(-1);
    expect(archived).toMatchObject({ enrolled_state: "ARCHIVED", enrolled_at: lintel.clock.now() });
  });

  it("is enrolled in no other brokerage's sequence, in none that is turned off or has no steps", async () => {
    const other = await openDrips(lintel, `moves-${++made}`);
    await other.sequence({ trigger_state: "CONTACTING", steps: [step("a")] });
    await sequence("CONTACTING", { active: false });
    await sequence("CONTACTING", { steps: [] });
    const lead = await brokerage.arrives();
    await brokerage.moves(lead, ["contact_attempted"]);
    expect(await brokerage.drips(lead)).toEqual([]);
  });

  it("is kept to its pipeline where enforce_pipeline_type is on, and only there", async () => {
    await sequence("CONTACTING", { pipeline_type: "seller" });
    const { id } = await sequence("CONTACTING", { pipeline_type: "buyer" });
    const [lead, other] = [await brokerage.arrives(), await brokerage.arrives()];
    await brokerage.settle({ enforce_pipeline_type: true });
    await brokerage.moves(lead, ["contact_attempted"]);
    expect((await brokerage.drips(lead)).map(({ sequence_id }) => sequence_id)).toEqual([id]);
    await brokerage.settle({ enforce_pipeline_type: false });
    await brokerage.moves(other, ["contact_attempted"]);
    expect(await brokerage.drips(other)).toHaveLength(2);
  });

  it.each([
    ["unsubscribed", "stopped: unsubscribed"],
    ["dnc", "stopped: flagged"],
    ["do_not_email", "stopped: flagged"],
    ["do_not_text", "active at 1"],
    ["do_not_call", "active at 1"],
  ])("with the flag %s is enrolled, and at once %s", async (flag, becomes) => {
    await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    await brokerage.setFlag(lead, flag);
    await brokerage.moves(lead, ["contact_attempted"]);
    expect(await brokerage.brief(lead)).toEqual([becomes]);
  });

  it("with several flags is stopped as unsubscribed before anything else, and with one that was cleared not at all", async () => {
    await sequence("CONTACTING");
    const [lead, forgiven] = [await brokerage.arrives(), await brokerage.arrives()];
    for (const flag of ["dnc", "unsubscribed"]) await brokerage.setFlag(lead, flag);
    await brokerage.setFlag(forgiven, "dnc");
    await brokerage.clearFlag(forgiven, "dnc");
    for (const each of [lead, forgiven]) await brokerage.moves(each, ["contact_attempted"]);
    expect([await brokerage.brief(lead), await brokerage.brief(forgiven)]).toEqual([
      ["stopped: unsubscribed"],
      ["active at 1"],
    ]);
  });

  it("not at all, because the move is refused, is enrolled in nothing and stays on what it is on", async () => {
    await sequence("NEW");
    await sequence("QUALIFIED");
    const lead = await brokerage.arrives();
    const before = await brokerage.drips(lead);
    expect((await brokerage.postEvent(lead, "motivation_confirmed")).status).toBe(409);
    expect(await brokerage.drips(lead)).toEqual(before);
  });

  it("in a transaction that fails later is enrolled in nothing and stays on what it is on", async () => {
    await sequence("NEW");
    await sequence("CONTACTING");
    const lead = await brokerage.arrives();
    const before = await brokerage.drips(lead);
    const { db } = lintel.database;
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin raise exception 'on purpose'; end $$`.execute(db);
    // Checked when the transaction commits: everything else is done by then.
    await sql`
      create constraint trigger fail after update on leads deferrable initially deferred
      for each row execute function fail_on_purpose()`.execute(db);
    expect((await brokerage.postEvent(lead, "contact_attempted")).status).toBe(500);
    await sql`drop trigger fail on leads`.execute(db);
    expect(await brokerage.drips(lead)).toEqual(before);
    expect((await brokerage.postEvent(lead, "contact_attempted")).status).toBe(200);
    expect(await brokerage.brief(lead)).toEqual(["stopped: state_changed", "active at 1"]);
  });
});
