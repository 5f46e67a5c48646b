import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEADS, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const noneOpen = {
  total: 0,
  by_stage: { NEW: 0, CONTACTING: 0, QUALIFIED: 0, COMMITTED: 0, IN_CONTRACT: 0 },
};
const nothing = {
  open_leads: noneOpen,
  due_follow_ups: { total: 0, items: [] },
  breaches: { total: 0, items: [] },
  new_today: 0,
};

describe("getDashboard", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const dashboard = async (key: string, query = "") => {
    const reply = await lintel.call(`/api/v1/admin/dashboard${query}`, { key });
    expect([query, reply.status]).toEqual([query, 200]);
    return reply.body;
  };
  const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
  const fromNow = (ms: number) => new Date(lintel.clock.now().getTime() + ms);
  const followUp = (ms: number) => ({ follow_up_due_at: fromNow(ms), follow_up_source: "default" });
  const MINUTE = 60_000;

  it("counts open leads by stage, and no others", async () => {
    const brokerage = await openLeads(lintel, "stages");
    const stages = {
      NEW: 3,
      CONTACTING: 2,
      QUALIFIED: 1,
      IN_CONTRACT: 1,
      CLOSED: 2,
      ARCHIVED: 1,
      TRASHED: 1,
    };
    for (const [stage, times] of Object.entries(stages)) {
      for (let at = 0; at < times; at++) await brokerage.makeLead({ stage });
    }
    expect(await dashboard(brokerage.broker)).toMatchObject({
      scope: "brokerage",
      generated_at: lintel.clock.now().toISOString(),
      open_leads: {
        total: 7,
        by_stage: { NEW: 3, CONTACTING: 2, QUALIFIED: 1, COMMITTED: 0, IN_CONTRACT: 1 },
      },
      new_today: 11,
    });
  });

  it("counts the open leads of each agent for brokers, most breaches first, and none for agents", async () => {
    const brokerage = await openLeads(lintel, "by-agent");
    const { ann, bob } = brokerage;
    await brokerage.makeLead({ assigned_agent_id: ann.id, ...followUp(-MINUTE), stage: "CONTACTING" });
    await brokerage.makeLead({ assigned_agent_id: ann.id, stage: "CLOSED" });
    await brokerage.makeLead({ assigned_agent_id: bob.id, response_due_at: fromNow(-MINUTE) });
    await brokerage.makeLead();
    const { by_agent, today } = await dashboard(brokerage.broker);
    expect(today).toBe("2026-06-15");
    expect(by_agent).toEqual([
      { agent: { id: bob.id, name: "Bob" }, open: 1, waiting: 1, breaches: 1, due_follow_ups: 0 },
      { agent: null, open: 1, waiting: 1, breaches: 0, due_follow_ups: 0 },
      { agent: { id: ann.id, name: "Ann" }, open: 1, waiting: 0, breaches: 0, due_follow_ups: 1 },
    ]);
    expect((await dashboard(ann.key)).by_agent).toEqual([]);
  });

  it("shows follow-ups that are due by now, the longest due first, as the list shows them", async () => {
    const brokerage = await openLeads(lintel, "follow-ups");
    const now = await brokerage.makeLead(followUp(0));
    const longDue = await brokerage.makeLead({
      ...followUp(-100 * MINUTE),
      assigned_agent_id: brokerage.ann.id,
    });
    await brokerage.makeLead(followUp(1));
    await brokerage.makeLead();
    const { due_follow_ups } = await dashboard(brokerage.broker);
    expect([due_follow_ups.total, idsOf(due_follow_ups)]).toEqual([2, [longDue, now]]);
    const listed = await lintel.call(`${LEADS}?agent=${brokerage.ann.id}`, { key: brokerage.broker });
    expect(due_follow_ups.items[0]).toEqual(listed.body.items[0]);
  });

  it("shows breaches of clocks that run on in NEW, the longest late first", async () => {
    const brokerage = await openLeads(lintel, "breaches");
    const late = await brokerage.makeLead({ response_due_at: fromNow(-MINUTE) });
    const later = await brokerage.makeLead({ response_due_at: fromNow(-9 * MINUTE) });
    await brokerage.makeLead({ response_due_at: fromNow(0) });
    await brokerage.makeLead({ response_due_at: fromNow(-MINUTE), response_stopped_at: fromNow(0) });
    await brokerage.makeLead({ response_due_at: fromNow(-MINUTE), stage: "CONTACTING" });
    const { breaches, due_follow_ups } = await dashboard(brokerage.broker);
    expect([breaches.total, idsOf(breaches)]).toEqual([2, [later, late]]);
    expect(breaches.items[0].sla.remaining_seconds).toBe(-540);
    expect(due_follow_ups).toEqual(nothing.due_follow_ups);
  });

  it("shows the first 20 of each, and counts all", async () => {
    const brokerage = await openLeads(lintel, "many");
    const made: number[] = [];
    for (let at = 0; at < 22; at++) {
      made.unshift(await brokerage.makeLead({ ...followUp(-at - 1), response_due_at: fromNow(-at - 1) }));
    }
    const { due_follow_ups, breaches } = await dashboard(brokerage.broker);
    for (const shown of [due_follow_ups, breaches]) {
      expect([shown.total, idsOf(shown)]).toEqual([22, made.slice(0, 20)]);
    }
  });

  it("counts as new what has come since midnight in the brokerage's time zone, in UTC for all", async () => {
    const brokerage = await openLeads(lintel, "hours");
    const zone = (time_zone: string) =>
      lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
        method: "PUT",
        key: brokerage.broker,
        body: { time_zone },
      });
    const before = (await dashboard(admin)).new_today;
    // It is noon in UTC, six in the morning in Boise, nine in the evening in Tokyo.
    for (const created_at of ["2026-06-14T14:59:59Z", "2026-06-14T15:00:00Z", "2026-06-15T00:00:00Z"]) {
      await brokerage.makeLead({ created_at });
    }
    for (const created_at of ["2026-06-15T05:59:59Z", "2026-06-15T06:00:00Z"]) {
      await brokerage.makeLead({ created_at });
    }
    const today = async () => (await dashboard(brokerage.broker)).new_today;
    expect(await today()).toBe(1);
    await zone("Asia/Tokyo");
    expect(await today()).toBe(4);
    // A name that not every database server knows.
    await zone("US/Mountain");
    expect(await today()).toBe(1);
    expect((await dashboard(admin)).new_today).toBe(before + 3);
  });

  it("is of the agent's own leads, the brokerage's, or all open brokerages', and never more", async () => {
    const brokerage = await openLeads(lintel, "north");
    const other = await openLeads(lintel, "south");
    const late = { ...followUp(-MINUTE), response_due_at: fromNow(-MINUTE) };
    const anns = await brokerage.makeLead({ ...late, assigned_agent_id: brokerage.ann.id });
    const bobs = await brokerage.makeLead({ ...late, assigned_agent_id: brokerage.bob.id });
    const unassigned = await brokerage.makeLead(late);
    const foreignLead = await other.makeLead({ ...late, assigned_agent_id: other.ann.id });

    const seen = async (key: string, query = "") => {
      const { scope, due_follow_ups, breaches, open_leads, new_today } = await dashboard(key, query);
      const ids = idsOf(due_follow_ups);
      expect([idsOf(breaches), open_leads.total, new_today]).toEqual([ids, ids.length, ids.length]);
      return [scope, ids];
    };
    expect(await seen(brokerage.ann.key)).toEqual(["own", [anns]]);
    expect(await seen(brokerage.bob.key)).toEqual(["own", [bobs]]);
    expect(await seen(brokerage.broker)).toEqual(["brokerage", [anns, bobs, unassigned]]);
    expect(await seen(admin, `?brokerage_id=${other.id}`)).toEqual(["brokerage", [foreignLead]]);
    expect(await dashboard(brokerage.agent)).toMatchObject({ scope: "own", ...nothing });
    expect(await dashboard(await lintel.createKey("broker"))).toMatchObject({
      scope: "brokerage",
      ...nothing,
    });
    for (const key of [brokerage.ann.key, brokerage.broker]) {
      expect(await dashboard(key, `?brokerage_id=${other.id}`)).toMatchObject(nothing);
    }

    const all = await dashboard(admin);
    expect([all.scope, idsOf(all.due_follow_ups)]).toEqual([
      "all",
      expect.arrayContaining([anns, foreignLead]),
    ]);
    await other.disable();
    expect(idsOf((await dashboard(admin)).due_follow_ups)).not.toContain(foreignLead);
    expect(idsOf((await dashboard(admin)).breaches)).not.toContain(foreignLead);
    expect(await seen(admin, `?brokerage_id=${other.id}`)).toEqual(["brokerage", [foreignLead]]);
    for (const key of [other.broker, other.ann.key]) expect(await dashboard(key)).toMatchObject(nothing);
  });

  it("refuses what is no brokerage's id", async () => {
    const reply = await lintel.call("/api/v1/admin/dashboard?brokerage_id=x", { key: admin });
    expect(reply.status).toBe(422);
  });
});
