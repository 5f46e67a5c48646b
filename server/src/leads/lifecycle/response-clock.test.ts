import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifecycleFixture, openLifecycle } from "../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const SECOND = 1000;
const called = { event_type: "contact_attempted", channel: "text" };
const bogus = { event_type: "bogus_contact_detected", reason_code: "email_bounces" };
const mended = { event_type: "contact_info_updated" };

describe("the response clock", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "clock");
  });
  afterAll(() => lintel.close());

  const remaining = async (lead: number) => (await brokerage.detail(lead)).sla.remaining_seconds;
  const breachedAt = async (lead: number) => (await brokerage.detail(lead)).sla.breached_at;
  const inSeconds = (seconds: number) =>
    new Date(lintel.clock.now().getTime() + seconds * SECOND).toISOString();

  it("counts down the seconds, through 0, and on below", async () => {
    const lead = await brokerage.createLead();
    const due = inSeconds(300);
    for (const [pass, left] of [
      [0, 300],
      [1, 299],
      [0.5, 298],
      [298.5, 0],
      [1, -1],
      [3600, -3601],
    ] as const) {
      lintel.clock.advance(pass * SECOND);
      expect(await remaining(lead)).toBe(left);
      expect(await breachedAt(lead)).toBe(left < 0 ? due : null);
    }
  });

  it("is stopped by the first outreach: in time without a breach", async () => {
    const lead = await brokerage.createLead();
    lintel.clock.advance(299 * SECOND);
    await brokerage.report(lead, called);
    lintel.clock.advance(3600 * SECOND);
    expect((await brokerage.detail(lead)).sla).toEqual({
      target_seconds: 300,
      remaining_seconds: null,
      breached_at: null,
    });
  });

  it("is stopped by the first outreach: late, and the breach stays on record", async () => {
    const lead = await brokerage.createLead();
    const due = inSeconds(300);
    lintel.clock.advance(301 * SECOND);
    await brokerage.report(lead, called);
    expect((await brokerage.detail(lead)).sla).toEqual({
      target_seconds: 300,
      remaining_seconds: null,
      breached_at: due,
    });
  });

  it("goes by when the outreach was, not by when it was entered", async () => {
    const lead = await brokerage.createLead();
    const inTime = inSeconds(120);
    lintel.clock.advance(7200 * SECOND);
    await brokerage.report(lead, { ...called, occurred_at: inTime });
    expect([await remaining(lead), await breachedAt(lead)]).toEqual([null, null]);
  });

  it("is stopped when the lead turns out bogus", async () => {
    const lead = await brokerage.createLead();
    await brokerage.report(lead, bogus);
    lintel.clock.advance(3600 * SECOND);
    expect([await remaining(lead), await breachedAt(lead)]).toEqual([null, null]);
  });

  it("starts afresh with contact_info_updated, and forgets the breach of the one before", async () => {
    const lead = await brokerage.createLead();
    lintel.clock.advance(400 * SECOND);
    await brokerage.report(lead, bogus);
    expect(await breachedAt(lead)).not.toBeNull();
    lintel.clock.advance(86_400 * SECOND);
    await brokerage.report(lead, mended);
    expect((await brokerage.detail(lead)).sla).toEqual({
      target_seconds: 300,
      remaining_seconds: 300,
      breached_at: null,
    });
    lintel.clock.advance(310 * SECOND);
    expect(await remaining(lead)).toBe(-10);
  });

  it("starts afresh from when contact_info_updated is known, were it backdated", async () => {
    const lead = await brokerage.leadIn("TRASHED");
    const then = inSeconds(60);
    lintel.clock.advance(3600 * SECOND);
    await brokerage.report(lead, { ...mended, occurred_at: then });
    expect(await remaining(lead)).toBe(300);
  });

  it("has the brokerage's target at arrival, and keeps it when the setting changes", async () => {
    const own = await openLifecycle(lintel, "slow");
    const set = (response_target_seconds: number) =>
      lintel.call(`/api/admin/brokerages/${own.id}/lead-settings`, {
        method: "PUT",
        key: own.broker,
        body: { response_target_seconds },
      });
    expect((await set(900)).status).toBe(200);
    const lead = await own.createLead();
    expect((await set(60)).status).toBe(200);
    lintel.clock.advance(100 * SECOND);
    expect((await own.detail(lead)).sla).toEqual({
      target_seconds: 900,
      remaining_seconds: 800,
      breached_at: null,
    });
    await own.report(lead, bogus);
    await own.report(lead, mended);
    expect((await own.detail(lead)).sla).toMatchObject({ target_seconds: 60, remaining_seconds: 60 });
  });
});
