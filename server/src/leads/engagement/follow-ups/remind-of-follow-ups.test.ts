import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEADS } from "../../../../test/harness/lead-fixture.ts";
import { called, DAY, HOUR, openSweep, type SweepFixture } from "../../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const REMINDER = "follow_up_due to ann@agents.test";

describe("the reminder of a follow-up", () => {
  let lintel: TestApp;
  let brokerage: SweepFixture;
  let lead: number;
  let slug: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    slug = `following-${++made}`;
    brokerage = await openSweep(lintel, slug);
    await brokerage.hireBroker("Olga", true);
    await brokerage.hire("Ann", { email: "ann@agents.test" });
    lead = await brokerage.createLead();
  });

  const book = async (due: number, note: string | null = null) => {
    const due_at = new Date(lintel.clock.now().getTime() + due).toISOString();
    const { status } = await lintel.call(`${LEADS}/${lead}/follow-up`, {
      method: "PUT",
      key: brokerage.broker,
      body: { due_at, note },
    });
    expect(status).toBe(200);
  };
  const reminders = async () =>
    (await brokerage.messagesAbout(lead)).filter((each) => each.startsWith("follow_up_due"));

  it("comes two days after a contact, once, and the lead says when", async () => {
    await brokerage.report(lead, called);
    expect(await brokerage.sweepAfter(2 * DAY - 1)).toMatchObject({ follow_up_reminder: 0 });
    expect(await brokerage.sweepAfter(1)).toMatchObject({ follow_up_reminder: 1 });
    expect(await reminders()).toEqual([REMINDER]);
    expect((await brokerage.lead(lead)).body.follow_up).toMatchObject({
      source: "default",
      reminded_at: lintel.clock.now().toISOString(),
    });
    expect(await brokerage.sweepAfter(5 * DAY)).toMatchObject({ follow_up_reminder: 0 });
    expect(await reminders()).toEqual([REMINDER]);
  });

  it("does not come where the brokerage wants none after a contact", async () => {
    await brokerage.updateSettings({ follow_up_after_contact_days: 0 });
    await brokerage.report(lead, called);
    await brokerage.sweepAfter(5 * DAY);
    expect(await reminders()).toEqual([]);
  });

  it("comes when it was booked for, with the note, and again when it is booked again", async () => {
    await brokerage.report(lead, called);
    await book(HOUR, "Ask about the garden");
    await brokerage.sweepAfter(HOUR);
    const { content } = await lintel.database.db
      .selectFrom("messages")
      .select("content")
      .where("lead_id", "=", lead)
      .where("kind", "=", "follow_up_due")
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({ data: { note: "Ask about the garden", leadName: "Ada Lovelace" } });
    await book(HOUR);
    await brokerage.sweepAfter(HOUR);
    expect(await reminders()).toEqual([REMINDER, REMINDER]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the next contact", () => brokerage.contact(lead, { direction: "inbound" })],
    [
      "leaving the pipeline",
      () => brokerage.report(lead, { event_type: "bogus_contact_detected", reason_code: "other" }),
    ],
    [
      "somebody who clears it",
      () => lintel.call(`${LEADS}/${lead}/follow-up`, { method: "DELETE", key: brokerage.broker }),
    ],
  ])("does not come after %s", async (_, settle) => {
    await brokerage.report(lead, called);
    lintel.clock.advance(HOUR);
    await settle();
    await brokerage.sweepAfter(3 * DAY);
    expect(await reminders()).toEqual([]);
  });

  it("of an unassigned lead goes to the brokers", async () => {
    await brokerage.report(lead, called);
    await lintel.call(`${LEADS}/${lead}`, {
      method: "PATCH",
      key: brokerage.broker,
      body: { assigned_agent_id: null },
    });
    await brokerage.sweepAfter(2 * DAY);
    expect(await reminders()).toEqual([`follow_up_due to olga@${slug}.test`]);
  });
});
