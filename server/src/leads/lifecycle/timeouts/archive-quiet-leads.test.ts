import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEADS } from "../../../../test/harness/lead-fixture.ts";
import { called, DAY, openSweep, type SweepFixture } from "../../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { logLines } from "../../../platform/log.ts";
import { recordSignal } from "../../engagement/temperature/record-signal.ts";
import { lockLead } from "../../lead-scope.ts";

const qualified = { event_type: "motivation_confirmed" };

/** SPEC: Canonical pipeline stage, Limits (Lifecycle timeouts). */
describe("a lead that nothing happens to", () => {
  let lintel: TestApp;
  let brokerage: SweepFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ LOG_LEVEL: "warn" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    brokerage = await openSweep(lintel, `quiet-${++made}`);
    lead = await brokerage.createLead();
  });

  const stage = async () => (await brokerage.lead(lead)).body.stage;
  const last = async () =>
    (await lintel.call(`${LEADS}/${lead}/transitions`, { key: brokerage.broker })).body.events.at(-1);

  it("in CONTACTING is archived after 21 days, not a moment earlier, as the system's own", async () => {
    await brokerage.report(lead, called);
    expect(await brokerage.sweepAfter(21 * DAY - 1)).toMatchObject({ timeout_no_response: 0 });
    expect(await stage()).toBe("CONTACTING");
    expect(await brokerage.sweepAfter(1)).toMatchObject({
      timeout_no_response: 1,
      timeout_180d_no_progress: 0,
    });
    expect(await stage()).toBe("ARCHIVED");
    expect(await last()).toMatchObject({
      event_type: "timeout_no_response",
      from_stage: "CONTACTING",
      actor: { type: "system" },
      payload: { automatic: true },
    });
    expect((await brokerage.lead(lead)).body.follow_up).toBeNull();
    expect(await brokerage.sweepAfter(DAY)).toMatchObject({ timeout_no_response: 0 });
  });

  it("in QUALIFIED is archived after 180 days", async () => {
    await brokerage.report(lead, called);
    await brokerage.report(lead, qualified);
    expect(await brokerage.sweepAfter(180 * DAY - 1)).toMatchObject({ timeout_180d_no_progress: 0 });
    expect(await brokerage.sweepAfter(1)).toMatchObject({ timeout_180d_no_progress: 1 });
    expect([await stage(), (await last()).event_type]).toEqual(["ARCHIVED", "timeout_180d_no_progress"]);
  });

  it("goes by the days its brokerage has set", async () => {
    await brokerage.updateSettings({ contacting_timeout_days: 2, qualified_timeout_days: 3 });
    await brokerage.report(lead, called);
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({ timeout_no_response: 1 });
    await brokerage.report(lead, { event_type: "lead_re_engaged" });
    await brokerage.report(lead, qualified);
    expect(await brokerage.sweepAfter(3 * DAY)).toMatchObject({ timeout_180d_no_progress: 1 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a contact by the agent", () => brokerage.contact(lead)],
    ["an answer of the lead", () => brokerage.contact(lead, { direction: "inbound" })],
    [
      "a sign of interest",
      () =>
        inTransaction(lintel.ctx, async (ctx) =>
          recordSignal(ctx, await lockLead(ctx, lead), {
            kind: "property_view",
            occurredAt: lintel.clock.now(),
          }),
        ),
    ],
  ])("begins to count anew after %s", async (_, happens) => {
    await brokerage.report(lead, called);
    lintel.clock.advance(20 * DAY);
    await happens();
    await brokerage.sweepAfter(DAY);
    expect(await stage()).toBe("CONTACTING");
    await brokerage.sweepAfter(20 * DAY);
    expect(await stage()).toBe("ARCHIVED");
  });

  it("in any other stage stays there", async () => {
    const events = [called, qualified, { event_type: "buyer_agreement_signed" }];
    await brokerage.sweepAfter(400 * DAY);
    expect(await stage()).toBe("NEW");
    for (const event of events) await brokerage.report(lead, event);
    await brokerage.sweepAfter(400 * DAY);
    expect(await stage()).toBe("COMMITTED");
  });

  it("that was imported counts from its import on", async () => {
    const long_ago = new Date(lintel.clock.now().getTime() - 400 * DAY);
    await brokerage.report(lead, called);
    await lintel.database.db
      .updateTable("leads")
      .set({
        source: "import",
        created_at: long_ago,
        stage_entered_at: long_ago,
        last_contact: long_ago,
        last_signal_at: null,
      })
      .where("id", "=", lead)
      .execute();
    expect(await brokerage.sweepAfter(21 * DAY - 1)).toMatchObject({ timeout_no_response: 0 });
    expect(await brokerage.sweepAfter(1)).toMatchObject({ timeout_no_response: 1 });
  });

  it("stays while its brokerage is disabled", async () => {
    await brokerage.report(lead, called);
    const set = (disabled_at: Date | null) =>
      lintel.database.db
        .updateTable("brokerages")
        .set({ disabled_at })
        .where("id", "=", brokerage.id)
        .execute();
    await set(lintel.clock.now());
    expect(await brokerage.sweepAfter(30 * DAY)).toMatchObject({ timeout_no_response: 0 });
    await set(null);
    expect(await brokerage.sweepAfter(0)).toMatchObject({ timeout_no_response: 1 });
  });

  it("and whose stage nothing on its timeline explains, stops neither the others nor the rest of the sweep", async () => {
    const other = await brokerage.createLead();
    for (const each of [lead, other]) await brokerage.report(each, called);
    const { db } = lintel.database;
    await db.deleteFrom("lead_events").where("lead_id", "=", lead).execute();
    // Of the follow-up that a call sets, which ends with the archiving of the other one.
    await brokerage.hireBroker("Bo");
    const lines = logLines(lintel.services.log);
    const countLines = () => ["warn", "error"].map((level) => lines.get(level) ?? 0);
    const [warnings = 0, errors = 0] = countLines();
    expect(await brokerage.sweepAfter(31 * DAY)).toMatchObject({
      timeout_no_response: 1,
      follow_up_reminder: 1,
    });
    expect(countLines()).toEqual([warnings + 1, errors]);
    const stages = await db
      .selectFrom("leads")
      .select("stage")
      .where("id", "in", [lead, other])
      .orderBy("id")
      .execute();
    expect(stages.map((row) => row.stage)).toEqual(["CONTACTING", "ARCHIVED"]);
  });

  it("is archived once however many sweep at once", async () => {
    await brokerage.report(lead, called);
    lintel.clock.advance(30 * DAY);
    const counts = await Promise.all(Array.from({ length: 5 }, () => brokerage.sweepAfter(0)));
    expect(counts.reduce((sum, each) => sum + each.timeout_no_response, 0)).toBe(1);
  });
});
