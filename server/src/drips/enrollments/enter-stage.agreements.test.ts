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
  let brokerage: DripsFixture;
  let sequence: { id: number };
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `agreements-${++made}`);
    sequence = await brokerage.sequence({ trigger_state: "QUALIFIED", steps: steps(4) });
    lead = await brokerage.arrives();
    await brokerage.moves(lead, toQualified);
  });

  const steps = (count: number) => Array.from({ length: count }, (_, at) => step(`${at + 1}`, 10));
  /** As if earlier steps had been sent, or staff had enrolled it. */
  const put = (fields: object, leadId = lead) =>
    lintel.database.db.updateTable("drip_enrollments").set(fields).where("lead_id", "=", leadId).execute();
  const waitsAt = (position: number, inDays = 10) =>
    put({ next_step_position: position, next_send_at: later(inDays * DAY) });
  const later = (milliseconds: number) => new Date(lintel.clock.now().getTime() + milliseconds);
  const resumable = async (leadId = lead) => (await brokerage.drips(leadId))[0]?.resumes_at_position ?? null;

  it("stops every active enrollment as state_changed, stop_on_state_change or not, in every stage it began in", async () => {
    await brokerage.sequence({ trigger_state: "NEW", steps: steps(2), stop_on_state_change: false });
    await brokerage.sequence({ trigger_state: "QUALIFIED", steps: steps(2), stop_on_state_change: false });
    const other = await brokerage.arrives();
    await brokerage.moves(other, toQualified);
    expect(await brokerage.brief(other)).toEqual(["active at 1", "active at 1", "active at 1"]);
    await put({ claimed_until: later(HOUR) }, other);
    await brokerage.moves(other, [signed]);
    expect(await brokerage.brief(other)).toEqual([...stopped, ...stopped, ...stopped]);
    for (const each of await brokerage.drips(other)) {
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
    const [before] = await brokerage.drips(lead);
    lintel.clock.advance(DAY);
    await brokerage.moves(lead, [...toContract]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
    lintel.clock.advance(DAY);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.drips(lead)).toEqual([before]);
  });

  it("whose contract is voided when the step is overdue lets it go on now, not before", async () => {
    await waitsAt(2, 10);
    await brokerage.moves(lead, toContract);
    lintel.clock.advance(60 * DAY);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.drips(lead)).toMatchObject([
      { status: "active", next_step_position: 2, next_send_at: lintel.clock.now(), run: 1 },
    ]);
  });

  it("whose contract is voided forgets no failure: the third in a row is the last, with anything between", async () => {
    await put({ send_failures: 2 });
    await brokerage.moves(lead, [...toContract, voided]);
    expect(await brokerage.drips(lead)).toMatchObject([{ status: "active", send_failures: 2 }]);
  });

  it("does the same twice through the cycle", async () => {
    await brokerage.moves(lead, [...toContract, voided]);
    await waitsAt(3);
    await brokerage.moves(lead, toContract);
    expect(await brokerage.brief(lead)).toEqual(stopped);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(["active at 3"]);
  });

  it("takes up a sequence that does not stop on stage change too, and a seller's alike", async () => {
    const { id } = await brokerage.sequence({
      trigger_state: "QUALIFIED",
      steps: steps(2),
      stop_on_state_change: false,
    });
    const seller = await brokerage.arrives({ subject: "Selling my house" });
    await brokerage.moves(seller, [...toQualified, "listing_agreement_signed", "listing_activated"]);
    expect(await brokerage.brief(seller)).toEqual([...stopped, ...stopped]);
    await brokerage.moves(seller, ["offer_accepted", voided]);
    expect((await brokerage.drips(seller)).map(({ sequence_id }) => sequence_id)).toEqual([sequence.id, id]);
    expect(await brokerage.brief(seller)).toEqual(["active at 1", "active at 1"]);
  });

  it("takes up nothing that it has not stopped: what began elsewhere, was completed, or stopped before", async () => {
    for (const fields of [
      { enrolled_state: "CONTACTING" },
      { status: "completed", next_step_position: null, next_send_at: null },
      { status: "stopped", stopped_reason: "manual", next_step_position: null, next_send_at: null },
    ]) {
      const other = await brokerage.arrives();
      await brokerage.moves(other, toQualified);
      await put(fields, other);
      await brokerage.moves(other, toContract);
      const before = await brokerage.drips(other);
      await brokerage.moves(other, [voided]);
      expect(await brokerage.drips(other)).toEqual(before);
      expect(await brokerage.brief(other)).not.toEqual(["active at 1"]);
    }
  });

  it.each([
    ["deal_collapsed", "buyer_agreement_signed", "A house"],
    ["listing_withdrawn", "listing_agreement_signed", "Selling my house"],
  ])("that ends by %s restarts nothing", async (ending, signing, subject) => {
    const other = await brokerage.arrives({ subject });
    await brokerage.moves(other, [...toQualified, signing]);
    await brokerage.moves(other, [ending]);
    expect(await brokerage.brief(other)).toEqual(stopped);
    expect(await resumable(other)).toBeNull();
  });

  it("that collapsed is over: a contract voided later takes up nothing of that stay", async () => {
    await brokerage.moves(lead, [signed, collapsed]);
    await brokerage.moves(lead, [...toContract, voided]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
  });

  it("that collapsed is over: what was started by hand since goes on where it stands, not where it stood", async () => {
    await waitsAt(4);
    await brokerage.moves(lead, [signed, collapsed]);
    await brokerage.start(sequence.id, lead);
    await brokerage.moves(lead, toContract);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
  });

  it("enrolls in what QUALIFIED triggers by now, when it ends, either way", async () => {
    await brokerage.moves(lead, toContract);
    await brokerage.sequence({ trigger_state: "QUALIFIED", steps: steps(1) });
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(["active at 1", "active at 1"]);
    const other = await brokerage.arrives();
    await brokerage.moves(other, [...toQualified, signed]);
    await brokerage.sequence({ trigger_state: "QUALIFIED", steps: steps(1) });
    await brokerage.moves(other, [collapsed]);
    expect(await brokerage.brief(other)).toEqual([...stopped, ...stopped, "active at 1"]);
  });

  it("that closes is kept by nothing", async () => {
    await brokerage.moves(lead, toContract);
    expect(await resumable()).toBe(1);
    await brokerage.moves(lead, ["closing_complete"]);
    expect([await resumable(), await brokerage.brief(lead)]).toEqual([null, stopped]);
  });

  it("takes up nothing of a sequence that was turned off meanwhile, though it is on again", async () => {
    await brokerage.moves(lead, toContract);
    await brokerage.update(sequence.id, { active: false });
    await brokerage.update(sequence.id, { active: true });
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
  });

  it("takes up nothing beyond the end of a sequence that was cut short, and the waiting step of one that was not", async () => {
    await waitsAt(3);
    await brokerage.moves(lead, toContract);
    await brokerage.update(sequence.id, { steps: steps(2) });
    await brokerage.update(sequence.id, { steps: steps(4) });
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
    const other = await brokerage.arrives();
    await brokerage.moves(other, [...toQualified, ...toContract]);
    await brokerage.update(sequence.id, { steps: [step("new", 0)] });
    await brokerage.moves(other, [voided]);
    expect(await brokerage.brief(other)).toEqual(["active at 1"]);
  });

  it("takes up nothing of a sequence that was deleted", async () => {
    await brokerage.moves(lead, toContract);
    await brokerage.remove(sequence.id);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.drips(lead)).toEqual([]);
  });

  it.each([
    ["COMMITTED", "contract_executed"],
    ["IN_CONTRACT", "contract_voided"],
  ])("leaves what is started by hand in %s until the lead leaves that stage", async (stage, next) => {
    await brokerage.moves(lead, stage === "COMMITTED" ? [signed] : toContract);
    await brokerage.start(sequence.id, lead);
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
    await brokerage.moves(lead, [next]);
    expect([await brokerage.brief(lead), await resumable()]).toEqual([stopped, null]);
    if (next !== voided) await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
  });

  it.each([
    ["unsubscribed", "dnc"],
    ["dnc", "unsubscribed"],
    ["do_not_email", "do_not_text"],
  ])("takes up nothing of a lead that has got the flag %s since, cleared or not", async (flag, other) => {
    await brokerage.moves(lead, toContract);
    for (const each of [flag, other]) await brokerage.setFlag(lead, each);
    expect([await brokerage.brief(lead), await resumable()]).toEqual([stopped, null]);
    for (const each of [flag, other]) await brokerage.clearFlag(lead, each);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(stopped);
  });

  it("takes up what a flag against texts and calls does not concern", async () => {
    await brokerage.moves(lead, toContract);
    for (const flag of ["do_not_text", "do_not_call"]) await brokerage.setFlag(lead, flag);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(["active at 1"]);
  });

  it("takes up only to stop it what was started by hand in spite of a flag", async () => {
    await brokerage.setFlag(lead, "dnc");
    await brokerage.start(sequence.id, lead);
    await brokerage.moves(lead, toContract);
    await brokerage.moves(lead, [voided]);
    expect(await brokerage.brief(lead)).toEqual(["stopped: flagged"]);
  });
});
