import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  called,
  DAY,
  HOUR,
  MINUTE,
  openSweep,
  SECOND,
  type SweepFixture,
} from "../../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const NEW_LEAD = "new_lead to ann@agents.test";

describe("the alerts of a lead that waits for its first contact", () => {
  let lintel: TestApp;
  let brokerage: SweepFixture;
  let slug: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await lintel.database.db.deleteFrom("leads").execute();
    slug = `waiting-${++made}`;
    brokerage = await openSweep(lintel, slug);
    await brokerage.hireBroker("Olga", true);
    await brokerage.hireBroker("Boris");
  });

  const brokers = (kind: string) => [`${kind} to olga@${slug}.test`, `${kind} to boris@${slug}.test`];
  const hireAnn = (fields = {}) => brokerage.hire("Ann", { email: "ann@agents.test", ...fields });

  it("come at their times, each once, to the agent and then to the brokers", async () => {
    await hireAnn();
    const lead = await brokerage.createLead();
    const steps = [
      [5 * MINUTE - SECOND, []],
      [SECOND, ["response_breach to ann@agents.test"]],
      [5 * MINUTE, ["agent_reminder to ann@agents.test"]],
      [20 * MINUTE, brokers("broker_alert")],
      [30 * MINUTE, []],
      [23 * HOUR, brokers("final_escalation")],
      [DAY, []],
      [30 * DAY, []],
    ] as const;
    const expected = [NEW_LEAD];
    for (const [pass, comes] of steps) {
      await brokerage.sweepAfter(pass);
      expected.push(...comes);
      expect(await brokerage.messagesAbout(lead)).toEqual(expected);
    }
  });

  it("come all at once, each once, after a time without a sweep; it says how many of which", async () => {
    await hireAnn();
    const leads = [await brokerage.createLead(), await brokerage.createLead()];
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({
      response_breach: 2,
      agent_reminder: 2,
      broker_alert: 2,
      reassignment: 0,
      final_escalation: 2,
    });
    for (const lead of leads) {
      expect(await brokerage.messagesAbout(lead)).toEqual([
        NEW_LEAD,
        "response_breach to ann@agents.test",
        "agent_reminder to ann@agents.test",
        ...brokers("broker_alert"),
        ...brokers("final_escalation"),
      ]);
    }
    expect(await brokerage.sweepAfter(0)).toMatchObject({ response_breach: 0, final_escalation: 0 });
  });

  it("end with the first contact, and what has not left by then does not leave", async () => {
    await hireAnn();
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(11 * MINUTE);
    await brokerage.report(lead, called);
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({ broker_alert: 0, final_escalation: 0 });
    const states = await lintel.database.db
      .selectFrom("messages")
      .select(["kind", "state", "failure", "content"])
      .where("lead_id", "=", lead)
      .where("kind", "in", ["response_breach", "agent_reminder"])
      .execute();
    expect(states).toHaveLength(2);
    for (const row of states) {
      expect(row).toMatchObject({
        state: "dropped",
        failure: "the lead does not wait any more",
        content: null,
      });
    }
  });

  it("end when the lead leaves NEW otherwise, and are not told again when it comes back", async () => {
    await hireAnn();
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(6 * MINUTE);
    await brokerage.report(lead, { event_type: "bogus_contact_detected", reason_code: "other" });
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({ agent_reminder: 0, final_escalation: 0 });
    await brokerage.report(lead, { event_type: "contact_info_updated" });
    expect(await brokerage.sweepAfter(9 * MINUTE)).toMatchObject({ response_breach: 0, agent_reminder: 0 });
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({
      response_breach: 0,
      agent_reminder: 1,
      broker_alert: 1,
      final_escalation: 1,
    });
  });

  it("of an unassigned lead go to the brokers and state that; no agent is reminded", async () => {
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(31 * MINUTE);
    expect(await brokerage.messagesAbout(lead)).toEqual([
      ...brokers("response_breach"),
      ...brokers("broker_alert"),
    ]);
  });

  it.each([
    ["inactive", { status: "inactive" }],
    ["disabled", { disabled_at: new Date(0) }],
  ])("of a lead whose agent is %s go to the brokers", async (_, columns) => {
    const ann = await hireAnn();
    const lead = await brokerage.createLead();
    await lintel.database.db.updateTable("agents").set(columns).where("id", "=", ann).execute();
    await brokerage.sweepAfter(11 * MINUTE);
    expect(await brokerage.messagesAbout(lead)).toEqual([NEW_LEAD, ...brokers("response_breach")]);
  });

  it("reach an agent on vacation all the same: it is their lead", async () => {
    const ann = await hireAnn();
    const lead = await brokerage.createLead();
    await brokerage.updateAgent(ann, { on_vacation: true });
    await brokerage.sweepAfter(11 * MINUTE);
    expect((await brokerage.messagesAbout(lead)).at(-1)).toBe("agent_reminder to ann@agents.test");
  });

  it("go by the brokerage's own times", async () => {
    await brokerage.updateSettings({
      response_target_seconds: 60,
      reminder_after_seconds: 30,
      broker_alert_after_seconds: 90,
    });
    await hireAnn();
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(30 * SECOND);
    await brokerage.sweepAfter(60 * SECOND);
    expect(await brokerage.messagesAbout(lead)).toEqual([
      NEW_LEAD,
      "agent_reminder to ann@agents.test",
      "response_breach to ann@agents.test",
      ...brokers("broker_alert"),
    ]);
  });

  it("that are off when their time comes are passed over for good", async () => {
    await hireAnn();
    await brokerage.updateSettings({ breach_alert: false });
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(6 * MINUTE);
    await brokerage.updateSettings({ breach_alert: true });
    await brokerage.sweepAfter(MINUTE);
    expect(await brokerage.messagesAbout(lead)).toEqual([NEW_LEAD]);
  });

  it("wait while the brokerage is disabled", async () => {
    await hireAnn();
    const lead = await brokerage.createLead();
    const disable = (disabled_at: Date | null) =>
      lintel.database.db
        .updateTable("brokerages")
        .set({ disabled_at })
        .where("id", "=", brokerage.id)
        .execute();
    await disable(lintel.clock.now());
    await brokerage.sweepAfter(6 * MINUTE);
    expect(await brokerage.messagesAbout(lead)).toEqual([NEW_LEAD]);
    await disable(null);
    await brokerage.sweepAfter(0);
    expect(await brokerage.messagesAbout(lead)).toEqual([NEW_LEAD, "response_breach to ann@agents.test"]);
  });

  it("go by text where the brokerage wants it and there is a telephone, but for the breach", async () => {
    await brokerage.updateSettings({ sms: true });
    await hireAnn({ phone: "(208) 555-0100" });
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(31 * MINUTE);
    expect(await brokerage.messagesAbout(lead)).toEqual([
      NEW_LEAD,
      "response_breach to ann@agents.test",
      "agent_reminder to ann@agents.test",
      "agent_reminder to +12085550100 by sms",
      ...brokers("broker_alert"),
    ]);
  });

  it("come once however many sweep at once", async () => {
    await hireAnn();
    const leads = [];
    // Of one person, alerts beyond the first few are withheld (messages/caps).
    for (let at = 0; at < 20; at++)
      leads.push(await brokerage.createLead({ email: `lead-${at}@visitors.test` }));
    lintel.clock.advance(2 * DAY);
    const counts = await Promise.all(Array.from({ length: 5 }, () => brokerage.sweepAfter(0)));
    const total = counts.reduce((sum, each) => sum + each.final_escalation, 0);
    expect(total).toBe(20);
    const all = await Promise.all(leads.map((lead) => brokerage.messagesAbout(lead)));
    expect(new Set(all.map((each) => each.length))).toEqual(new Set([7]));
  });
});
