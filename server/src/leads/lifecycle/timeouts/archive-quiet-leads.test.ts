import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEADS } from "../../../../test/harness/lead-fixture.ts";
import { called, DAY, openSweep, type SweepFixture } from "../../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { recordSignal } from "../../engagement/temperature/record-signal.ts";
import { lockLead } from "../../lead-scope.ts";

const qualified = { event_type: "motivation_confirmed" };

/** SPEC: Canonical pipeline stage, Limits (Lifecycle timeouts). */
describe("a lead that nothing happens to", () => {
  let lintel: TestApp;
  let office: SweepFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    office = await openSweep(lintel, `quiet-${++made}`);
    lead = await office.createLead();
  });

  const stage = async () => (await office.lead(lead)).body.stage;
  const last = async () =>
    (await lintel.call(`${LEADS}/${lead}/transitions`, { key: office.broker })).body.events.at(-1);

  it("in CONTACTING is archived after 21 days, not a moment earlier, as the system's own", async () => {
    await office.report(lead, called);
    expect(await office.sweepAfter(21 * DAY - 1)).toMatchObject({ timeout_no_response: 0 });
    expect(await stage()).toBe("CONTACTING");
    expect(await office.sweepAfter(1)).toMatchObject({ timeout_no_response: 1, timeout_180d_no_progress: 0 });
    expect(await stage()).toBe("ARCHIVED");
    expect(await last()).toMatchObject({
      event_type: "timeout_no_response",
      from_stage: "CONTACTING",
      actor: { type: "system" },
      payload: { automatic: true },
    });
    expect((await office.lead(lead)).body.follow_up).toBeNull();
    expect(await office.sweepAfter(DAY)).toMatchObject({ timeout_no_response: 0 });
  });

  it("in QUALIFIED is archived after 180 days", async () => {
    await office.report(lead, called);
    await office.report(lead, qualified);
    expect(await office.sweepAfter(180 * DAY - 1)).toMatchObject({ timeout_180d_no_progress: 0 });
    expect(await office.sweepAfter(1)).toMatchObject({ timeout_180d_no_progress: 1 });
    expect([await stage(), (await last()).event_type]).toEqual(["ARCHIVED", "timeout_180d_no_progress"]);
  });

  it("goes by the days its brokerage has set", async () => {
    await office.updateSettings({ contacting_timeout_days: 2, qualified_timeout_days: 3 });
    await office.report(lead, called);
    expect(await office.sweepAfter(2 * DAY)).toMatchObject({ timeout_no_response: 1 });
    await office.report(lead, { event_type: "lead_re_engaged" });
    await office.report(lead, qualified);
    expect(await office.sweepAfter(3 * DAY)).toMatchObject({ timeout_180d_no_progress: 1 });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a contact by the agent", () => office.contact(lead)],
    ["an answer of the lead", () => office.contact(lead, { direction: "inbound" })],
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
    await office.report(lead, called);
    lintel.clock.advance(20 * DAY);
    await happens();
    await office.sweepAfter(DAY);
    expect(await stage()).toBe("CONTACTING");
    await office.sweepAfter(20 * DAY);
    expect(await stage()).toBe("ARCHIVED");
  });

  it("in any other stage stays there", async () => {
    const told = [called, qualified, { event_type: "buyer_agreement_signed" }];
    await office.sweepAfter(400 * DAY);
    expect(await stage()).toBe("NEW");
    for (const event of told) await office.report(lead, event);
    await office.sweepAfter(400 * DAY);
    expect(await stage()).toBe("COMMITTED");
  });

  it("that was imported counts from its import on", async () => {
    const long_ago = new Date(lintel.clock.now().getTime() - 400 * DAY);
    await office.report(lead, called);
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
    expect(await office.sweepAfter(21 * DAY - 1)).toMatchObject({ timeout_no_response: 0 });
    expect(await office.sweepAfter(1)).toMatchObject({ timeout_no_response: 1 });
  });

  it("stays while its brokerage is disabled", async () => {
    await office.report(lead, called);
    const set = (disabled_at: Date | null) =>
      lintel.database.db.updateTable("brokerages").set({ disabled_at }).where("id", "=", office.id).execute();
    await set(lintel.clock.now());
    expect(await office.sweepAfter(30 * DAY)).toMatchObject({ timeout_no_response: 0 });
    await set(null);
    expect(await office.sweepAfter(0)).toMatchObject({ timeout_no_response: 1 });
  });

  it("is archived once however many sweep at once", async () => {
    await office.report(lead, called);
    lintel.clock.advance(30 * DAY);
    const counts = await Promise.all(Array.from({ length: 5 }, () => office.sweepAfter(0)));
    expect(counts.reduce((sum, each) => sum + each.timeout_no_response, 0)).toBe(1);
  });
});
