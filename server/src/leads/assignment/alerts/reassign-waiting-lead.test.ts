import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEADS } from "../../../../test/harness/lead-fixture.ts";
import { DAY, HOUR, MINUTE, openSweep, type SweepFixture } from "../../../../test/harness/sweep-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("a lead that waits, where reassignment is on", () => {
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
    slug = `passing-${++made}`;
    brokerage = await openSweep(lintel, slug);
    await brokerage.hireBroker("Olga", true);
    await brokerage.updateSettings({ reassign: true });
    for (const name of ["Ann", "Bob", "Cem"]) {
      await brokerage.hire(name, {
        slug: `${name.toLowerCase()}-${made}`,
        email: `${name.toLowerCase()}@agents.test`,
      });
    }
  });

  const agentOf = async (lead: number) => (await brokerage.lead(lead)).body.assigned_agent?.name ?? null;

  it("goes to the next agent after an hour, who is told, and once more past both a day after it came", async () => {
    const lead = await brokerage.createLead();
    expect(await agentOf(lead)).toBe("Ann");
    expect(await brokerage.sweepAfter(HOUR - 1)).toMatchObject({ reassignment: 0 });
    expect(await brokerage.sweepAfter(1)).toMatchObject({ reassignment: 1 });
    expect(await agentOf(lead)).toBe("Bob");
    expect(await brokerage.sweepAfter(22 * HOUR)).toMatchObject({ reassignment: 0 });
    expect(await brokerage.sweepAfter(HOUR)).toMatchObject({ reassignment: 0, final_escalation: 1 });
    expect(await agentOf(lead)).toBe("Cem");
    expect((await brokerage.messagesAbout(lead)).slice(-4)).toEqual([
      `broker_alert to olga@${slug}.test`,
      "new_lead to bob@agents.test",
      "new_lead to cem@agents.test",
      `final_escalation to olga@${slug}.test`,
    ]);
    await brokerage.sweepAfter(10 * DAY);
    expect(await agentOf(lead)).toBe("Cem");
  });

  it("tells it on the timeline as the system's own, and why", async () => {
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(HOUR);
    const { events } = (await lintel.call(`${LEADS}/${lead}/transitions`, { key: brokerage.broker })).body;
    expect(events.at(-1)).toMatchObject({
      event_type: "agent_reassigned",
      actor: { type: "system", name: "system" },
      payload: { agent_name: "Bob", reason: "no_contact" },
    });
    expect((await brokerage.routing(lead)).body.candidates[0]).toMatchObject({
      name: "Ann",
      eligible: false,
      reason: "has had this lead",
    });
  });

  it("skips agents who had it by hand too, and keeps its agent when all have had it", async () => {
    const lead = await brokerage.createLead();
    const give = async (name: string) => {
      const { items } = (await lintel.call("/api/admin/agents", { key: brokerage.broker })).body;
      const { id } = items.find((each: { name: string }) => each.name === name);
      const body = { assigned_agent_id: id };
      await lintel.call(`${LEADS}/${lead}`, { method: "PATCH", key: brokerage.broker, body });
    };
    await give("Bob");
    await brokerage.sweepAfter(HOUR);
    expect(await agentOf(lead)).toBe("Cem");
    expect(await brokerage.sweepAfter(DAY)).toMatchObject({ final_escalation: 1 });
    expect(await agentOf(lead)).toBe("Cem");
  });

  it("keeps its agent while no other agent is eligible, and the alert is sent all the same", async () => {
    await lintel.database.db
      .updateTable("agents")
      .set({ accepting_leads: false })
      .where("brokerage_id", "=", brokerage.id)
      .where("name", "<>", "Ann")
      .execute();
    const lead = await brokerage.createLead();
    expect(await brokerage.sweepAfter(2 * DAY)).toMatchObject({ reassignment: 0, final_escalation: 1 });
    expect(await agentOf(lead)).toBe("Ann");
  });

  it("without a candidate on arrival goes to an agent who is eligible by then", async () => {
    const allow = (accepting_leads: boolean) =>
      lintel.database.db
        .updateTable("agents")
        .set({ accepting_leads })
        .where("brokerage_id", "=", brokerage.id)
        .execute();
    await allow(false);
    const lead = await brokerage.createLead();
    expect(await agentOf(lead)).toBeNull();
    await allow(true);
    expect(await brokerage.sweepAfter(HOUR)).toMatchObject({ reassignment: 1 });
    expect(await agentOf(lead)).toBe("Ann");
  });

  it("tells the new agent by text too where the brokerage wants texts", async () => {
    await brokerage.updateSettings({ sms: true });
    await lintel.database.db
      .updateTable("agents")
      .set({ phone: "+12085550177" })
      .where("brokerage_id", "=", brokerage.id)
      .where("name", "=", "Bob")
      .execute();
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(HOUR);
    expect(await brokerage.messagesAbout(lead)).toContain("new_lead to +12085550177 by sms");
  });

  it("decides all at once after a time without a sweep, in order", async () => {
    const lead = await brokerage.createLead();
    await brokerage.sweepAfter(2 * DAY);
    expect(await brokerage.messagesAbout(lead)).toEqual([
      "new_lead to ann@agents.test",
      "response_breach to ann@agents.test",
      "agent_reminder to ann@agents.test",
      `broker_alert to olga@${slug}.test`,
      "new_lead to bob@agents.test",
      "new_lead to cem@agents.test",
      `final_escalation to olga@${slug}.test`,
    ]);
    expect(await agentOf(lead)).toBe("Cem");
  });

  it("goes to one agent however many sweep at once", async () => {
    const leads: number[] = [];
    for (let at = 0; at < 10; at++) leads.push(await brokerage.createLead());
    lintel.clock.advance(HOUR + MINUTE);
    const counts = await Promise.all(Array.from({ length: 5 }, () => brokerage.sweepAfter(0)));
    expect(counts.reduce((sum, each) => sum + each.reassignment, 0)).toBe(10);
    for (const lead of leads) {
      const messages = await brokerage.messagesAbout(lead);
      expect(messages.filter((each) => each.startsWith("new_lead"))).toHaveLength(2);
    }
  });
});
