import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, type LifecycleFixture, openLifecycle } from "../../../../test/harness/lifecycle-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import type { Stage } from "../../lifecycle/stages.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("what a contact does to the follow-up", () => {
  let lintel: TestApp;
  let brokerage: LifecycleFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLifecycle(lintel, "next");
  });
  afterAll(() => lintel.close());

  const log = async (lead: number, direction: string, more: object = {}, key = brokerage.broker) => {
    const body = { channel: "call", direction, ...more };
    const reply = await lintel.call(`${LEADS}/${lead}/contacts`, {
      method: "POST",
      key,
      body,
    });
    expect(reply.status).toBe(201);
  };
  const inMs = (ms: number) => new Date(lintel.clock.now().getTime() + ms).toISOString();
  const book = async (lead: number, due_at: string, note: string | null = null) => {
    const call = { method: "PUT", key: brokerage.broker, body: { due_at, note } } as const;
    expect((await lintel.call(`${LEADS}/${lead}/follow-up`, call)).status).toBe(200);
  };
  const followUp = async (lead: number) => (await brokerage.detail(lead)).follow_up;
  const byDefault = (due_at: string) => ({ due_at, note: null, source: "default", reminded_at: null });

  it.each(["NEW", "CONTACTING", "QUALIFIED", "COMMITTED", "IN_CONTRACT"] as Stage[])(
    "in %s an outbound one replaces it with the brokerage's default: 2 days later",
    async (stage) => {
      const lead = await brokerage.leadIn(stage);
      await book(lead, inMs(9 * DAY), "Send the comparables");
      lintel.clock.advance(HOUR);
      await log(lead, "outbound");
      expect(await followUp(lead)).toEqual(byDefault(inMs(2 * DAY)));
    },
  );

  it("contact_attempted does the same", async () => {
    const lead = await brokerage.createLead();
    await brokerage.report(lead, { event_type: "contact_attempted", channel: "text" });
    expect(await followUp(lead)).toEqual(byDefault(inMs(2 * DAY)));
  });

  it("an inbound one settles it, and books none", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    expect(await followUp(lead)).not.toBeNull();
    await log(lead, "inbound");
    expect(await followUp(lead)).toBeNull();
  });

  it("one that is entered late leaves a follow-up that was booked since", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const then = inMs(HOUR);
    lintel.clock.advance(2 * HOUR);
    const due = inMs(5 * DAY);
    await book(lead, due, "Call back");
    for (const direction of ["outbound", "inbound"]) {
      await log(lead, direction, { occurred_at: then });
      expect(await followUp(lead)).toEqual({
        due_at: due,
        note: "Call back",
        source: "agent",
        reminded_at: null,
      });
    }
  });

  it("one that is entered late counts the days from when it was", async () => {
    const lead = await brokerage.createLead();
    const then = inMs(HOUR);
    lintel.clock.advance(3 * HOUR);
    await log(lead, "outbound", { occurred_at: then });
    expect(await followUp(lead)).toEqual(byDefault(new Date(Date.parse(then) + 2 * DAY).toISOString()));
  });

  it("one that is entered late books none when there has been a later contact", async () => {
    const lead = await brokerage.leadIn("CONTACTING");
    const then = inMs(HOUR);
    lintel.clock.advance(2 * HOUR);
    await log(lead, "inbound");
    await log(lead, "outbound", { occurred_at: then });
    expect(await followUp(lead)).toBeNull();
  });

  it.each(["CLOSED", "ARCHIVED", "TRASHED"] as Stage[])("in %s none is booked", async (stage) => {
    const lead = await brokerage.leadIn(stage);
    await log(lead, "outbound");
    expect(await followUp(lead)).toBeNull();
  });

  it("is booked by the brokerage's own number of days, and by none with 0", async () => {
    const brokerage = await openLifecycle(lintel, "own-days");
    for (const [days, expected] of [
      [5, byDefault(inMs(5 * DAY))],
      [0, null],
    ] as const) {
      const settings = await lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
        method: "PUT",
        key: brokerage.broker,
        body: { follow_up_after_contact_days: days },
      });
      expect(settings.status).toBe(200);
      const lead = await brokerage.createLead();
      await log(lead, "outbound", {}, brokerage.broker);
      expect((await brokerage.detail(lead)).follow_up).toEqual(expected);
    }
  });
});
