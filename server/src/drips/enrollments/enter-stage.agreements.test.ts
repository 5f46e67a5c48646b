import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type DripsFixture,
  openDrips,
  toContract,
  toQualified,
} from "../../../test/harness/drips-fixture.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { DAY, HOUR } from "../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const signed = "buyer_agreement_signed";
const collapsed = "deal_collapsed";
const voided = "contract_voided";
const stopped = ["stopped: state_changed"];

/**
 * SPEC: Canonical pipeline stage: buyer_agreement_signed "stops automated outreach", contract_voided "search-tier drips
 * resume"; decisions.md: Drips.
 */
describe("an agreement", () => {
  let lintel: TestApp;
  let office: DripsFixture;
  let sequence: { id: number };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    office = await openDrips(lintel, `agreements-${++made}`);
    sequence = await office.sequence({ trigger_state: "QUALIFIED", steps: steps(4) });
    lead = await office.arrives();
    await office.moves(lead, toQualified);
  });

  const steps = (count: number) => Array.from({ length: count }, (_, at) => step(`${at + 1}`, 10));
  /** As if earlier steps had been sent, or somebody had enrolled it. */
  const put = (fields: object, leadId = lead) =>
    lintel.database.db.updateTable("drip_enrollments").set(fields).where("lead_id", "=", leadId).execute();
  const waitsAt = (position: number, inDays = 10) =>
    put({ next_step_position: position, next_send_at: later(inDays * DAY) });
  const later = (milliseconds: number) => new Date(lintel.clock.now().getTime() + milliseconds);
  const resumable = async (leadId = lead) => (await office.drips(leadId))[0]?.resumes_at_position ?? null;

  it("stops every active enrollment as state_changed, stop_on_state_change or not, whatever stage it began in", async () => {
    await office.sequence({ trigger_state: "NEW", steps: steps(2), stop_on_state_change: false });
    await office.sequence({ trigger_state: "QUALIFIED", steps: steps(2), stop_on_state_change: false });
    const other = await office.arrives();
    await office.moves(other, toQualified);
    expect(await office.brief(other)).toEqual(["active at 1", "active at 1", "active at 1"]);
    await put({ claimed_until: later(HOUR) }, other);
    await office.moves(other, [signed]);
    expect(await office.brief(other)).toEqual([...stopped, ...stopped, ...stopped]);
    for (const each of await office.drips(other)) {
      expect(each).toMatchObject({
        stopped_at: lintel.clock.now(),
        next_step_position: null,
        next_send_at: null,
        claimed_until: null,
      });
    }
  });

  it("whose contract is voided lets it go on at the waiting step, when that was due", async () => {
    await waitsAt(3, 40);
    const [before] = await office.drips(lead);
    lintel.clock.advance(DAY);
    await office.moves(lead, [...toContract]);
    expect(await office.brief(lead)).toEqual(stopped);
    lintel.clock.advance(DAY);
    await office.moves(lead, [voided]);
    expect(await office.drips(lead)).toEqual([before]);
  });

  it("whose contract is voided when the step is overdue lets it go on now, not before", async () => {
    await waitsAt(2, 10);
    await office.moves(lead, toContract);
    lintel.clock.advance(60 * DAY);
    await office.moves(lead, [voided]);
    expect(await office.drips(lead)).toMatchObject([
      { status: "active", next_step_position: 2, next_send_at: lintel.clock.now(), run: 1 },
    ]);
  });

  it("whose contract is voided forgets no failure: the third in a row is the last, whatever was between", async () => {
    await put({ send_failures: 2 });
    await office.moves(lead, [...toContract, voided]);
    expect(await office.drips(lead)).toMatchObject([{ status: "active", send_failures: 2 }]);
  });

  it("does the same twice through the cycle", async () => {
    await office.moves(lead, [...toContract, voided]);
    await waitsAt(3);
    await office.moves(lead, toContract);
    expect(await office.brief(lead)).toEqual(stopped);
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(["active at 3"]);
  });

  it("takes up a sequence that does not stop on stage change too, and a seller's alike", async () => {
    const { id } = await office.sequence({
      trigger_state: "QUALIFIED",
      steps: steps(2),
      stop_on_state_change: false,
    });
    const seller = await office.arrives({ subject: "Selling my house" });
    await office.moves(seller, [...toQualified, "listing_agreement_signed", "listing_activated"]);
    expect(await office.brief(seller)).toEqual([...stopped, ...stopped]);
    await office.moves(seller, ["offer_accepted", voided]);
    expect((await office.drips(seller)).map(({ sequence_id }) => sequence_id)).toEqual([sequence.id, id]);
    expect(await office.brief(seller)).toEqual(["active at 1", "active at 1"]);
  });

  it("takes up nothing that it has not stopped: what began elsewhere, was completed, or stopped before", async () => {
    for (const fields of [
      { enrolled_state: "CONTACTING" },
      { status: "completed", next_step_position: null, next_send_at: null },
      { status: "stopped", stopped_reason: "manual", next_step_position: null, next_send_at: null },
    ]) {
      const other = await office.arrives();
      await office.moves(other, toQualified);
      await put(fields, other);
      await office.moves(other, toContract);
      const before = await office.drips(other);
      await office.moves(other, [voided]);
      expect(await office.drips(other)).toEqual(before);
      expect(await office.brief(other)).not.toEqual(["active at 1"]);
    }
  });

  it.each([
    ["deal_collapsed", "buyer_agreement_signed", "A house"],
    ["listing_withdrawn", "listing_agreement_signed", "Selling my house"],
  ])("that ends by %s restarts nothing", async (ending, signing, subject) => {
    const other = await office.arrives({ subject });
    await office.moves(other, [...toQualified, signing]);
    await office.moves(other, [ending]);
    expect(await office.brief(other)).toEqual(stopped);
    expect(await resumable(other)).toBeNull();
  });

  it("that collapsed is over: a contract voided later takes up nothing of that stay", async () => {
    await office.moves(lead, [signed, collapsed]);
    await office.moves(lead, [...toContract, voided]);
    expect(await office.brief(lead)).toEqual(stopped);
  });

  it("that collapsed is over: what was started by hand since goes on where it stands, not where it stood", async () => {
    await waitsAt(4);
    await office.moves(lead, [signed, collapsed]);
    await office.start(sequence.id, lead);
    await office.moves(lead, toContract);
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(["active at 1"]);
  });

  it("enrolls in what QUALIFIED triggers by now, when it ends, either way", async () => {
    await office.moves(lead, toContract);
    await office.sequence({ trigger_state: "QUALIFIED", steps: steps(1) });
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(["active at 1", "active at 1"]);
    const other = await office.arrives();
    await office.moves(other, [...toQualified, signed]);
    await office.sequence({ trigger_state: "QUALIFIED", steps: steps(1) });
    await office.moves(other, [collapsed]);
    expect(await office.brief(other)).toEqual([...stopped, ...stopped, "active at 1"]);
  });

  it("that closes is kept by nothing", async () => {
    await office.moves(lead, toContract);
    expect(await resumable()).toBe(1);
    await office.moves(lead, ["closing_complete"]);
    expect([await resumable(), await office.brief(lead)]).toEqual([null, stopped]);
  });

  it("takes up nothing of a sequence that was turned off meanwhile, though it is on again", async () => {
    await office.moves(lead, toContract);
    await office.update(sequence.id, { active: false });
    await office.update(sequence.id, { active: true });
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(stopped);
  });

  it("takes up nothing beyond the end of a sequence that was cut short, and the waiting step of one that was not", async () => {
    await waitsAt(3);
    await office.moves(lead, toContract);
    await office.update(sequence.id, { steps: steps(2) });
    await office.update(sequence.id, { steps: steps(4) });
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(stopped);
    const other = await office.arrives();
    await office.moves(other, [...toQualified, ...toContract]);
    await office.update(sequence.id, { steps: [step("new", 0)] });
    await office.moves(other, [voided]);
    expect(await office.brief(other)).toEqual(["active at 1"]);
  });

  it("takes up nothing of a sequence that was deleted", async () => {
    await office.moves(lead, toContract);
    await office.remove(sequence.id);
    await office.moves(lead, [voided]);
    expect(await office.drips(lead)).toEqual([]);
  });

  it.each([
    ["COMMITTED", "contract_executed"],
    ["IN_CONTRACT", "contract_voided"],
  ])("leaves what is started by hand in %s until the lead leaves that stage", async (stage, next) => {
    await office.moves(lead, stage === "COMMITTED" ? [signed] : toContract);
    await office.start(sequence.id, lead);
    expect(await office.brief(lead)).toEqual(["active at 1"]);
    await office.moves(lead, [next]);
    expect([await office.brief(lead), await resumable()]).toEqual([stopped, null]);
    if (next !== voided) await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(stopped);
  });

  it.each([
    ["unsubscribed", "dnc"],
    ["dnc", "unsubscribed"],
    ["do_not_email", "do_not_text"],
  ])("takes up nothing of a lead that has got the flag %s since, cleared or not", async (flag, other) => {
    await office.moves(lead, toContract);
    for (const each of [flag, other]) await office.setFlag(lead, each);
    expect([await office.brief(lead), await resumable()]).toEqual([stopped, null]);
    for (const each of [flag, other]) await office.clearFlag(lead, each);
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(stopped);
  });

  it("takes up what a flag against texts and calls does not concern", async () => {
    await office.moves(lead, toContract);
    for (const flag of ["do_not_text", "do_not_call"]) await office.setFlag(lead, flag);
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(["active at 1"]);
  });

  it("takes up only to stop it what was started by hand in spite of a flag", async () => {
    await office.setFlag(lead, "dnc");
    await office.start(sequence.id, lead);
    await office.moves(lead, toContract);
    await office.moves(lead, [voided]);
    expect(await office.brief(lead)).toEqual(["stopped: flagged"]);
  });
});
