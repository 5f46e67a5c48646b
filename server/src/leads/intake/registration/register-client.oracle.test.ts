import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const DAY = 24 * 3_600_000;
const HOME = "203.0.113.1";
const A = "198.51.100.7";
const B = "198.51.100.8";
const C = "198.51.100.9";
const eve = { name: "Eve", email: "eve@visitors.test" };

/** One step: who is named, from which address, in which of the script's sessions. "target" is the person probed for. */
type Step = {
  person: "target" | "other name" | "somebody new" | "third name";
  from: string;
  session?: number;
  later?: number;
};
const target = (from: string, more: Partial<Step> = {}): Step => ({ person: "target", from, ...more });
const probe = (from: string): Step => ({ person: "somebody new", from });

/** Each ends in one or more probes: registrations of a new person, whose agent shows whether a turn was taken. */
const scripts: Record<string, Step[]> = {
  "once, and a probe": [target(A), probe(A)],
  "three times from one address, and a probe": [target(A), target(A), target(A), probe(A)],
  "from two addresses in turn": [target(A), target(B), target(A), target(B), probe(C), target(B)],
  "again after a day and after three": [
    target(A),
    target(A, { later: 25 * 3_600_000 }),
    probe(B),
    target(A, { later: 3 * DAY }),
  ],
  "under another name within the day": [
    target(A),
    { person: "other name", from: A },
    { person: "other name", from: A },
    target(A),
    probe(A),
  ],
  "under another name first": [
    { person: "other name", from: A },
    target(A),
    { person: "other name", from: A },
    { person: "third name", from: A },
    probe(A),
  ],
  "under another name from another address": [
    target(A),
    { person: "other name", from: B },
    { person: "other name", from: B },
    probe(C),
  ],
  "by one session from two addresses": [target(A, { session: 0 }), target(B, { session: 0 }), probe(C)],
  "by one session that registers somebody else then": [
    target(A, { session: 0 }),
    { person: "somebody new", from: A, session: 0 },
    { person: "third name", from: B, session: 0 },
    target(C, { session: 0 }),
    probe(C),
  ],
};

const strategies = ["least_recently_assigned", "weighted", "primary_agent", "semantic_match"] as const;

/** Senders are not verified: the replies must not reveal whether the brokerage knows the person. */
describe("registerClient, asked about a known and an unknown person", () => {
  let lintel: TestApp;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());

  async function open(strategy: (typeof strategies)[number]): Promise<RoutingFixture> {
    const brokerage = await openRouting(lintel, `oracle-${++made}`);
    const ids: number[] = [];
    for (const [name, weight] of [
      ["Ann", 1],
      ["Bob", 2],
      ["Cem", 1],
    ] as const)
      ids.push(await brokerage.hire(name, { weight, specialties: ["Lakefront homes"] }));
    await brokerage.updateSettings({
      routing_strategy: strategy,
      ...(strategy === "primary_agent" && { primary_agent_id: ids[1] }),
    });
    return brokerage;
  }

  async function replies(brokerage: RoutingFixture, steps: Step[]): Promise<string[]> {
    const sessions = new Map<number, string>();
    const shapes: { id: string; agent: string }[] = [];
    const seen: string[] = [];
    let people = 0;
    for (const { person, from, session, later } of steps) {
      if (later) lintel.clock.advance(later);
      const headers: Record<string, string> = { "x-forwarded-for": from };
      if (session !== undefined) {
        const id =
          sessions.get(session) ??
          (await lintel.call("/sessions", { method: "POST", host: brokerage.host, headers })).body.session_id;
        sessions.set(session, id);
        headers["x-session-id"] = id;
      }
      const who = {
        target: eve,
        "other name": { ...eve, name: "Eve Other" },
        "third name": { ...eve, name: "Eve Third" },
        "somebody new": { name: `New ${++people}`, email: `new-${people}@visitors.test` },
      }[person];
      const { status, body } = await brokerage.register(who, headers);
      expect(status).toBe(200);
      if (!seen.includes(body.lead_id)) seen.push(body.lead_id);
      shapes.push({ id: `lead ${seen.indexOf(body.lead_id)}`, agent: body.assigned_agent.name });
    }
    const numbers = seen.map(Number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    const agents = [...new Set(shapes.map(({ agent }) => agent))];
    return shapes.map(({ id, agent }) => `${id} agent ${agents.indexOf(agent)}`);
  }

  describe.each(strategies)("%s", (strategy) => {
    it.each(Object.entries(scripts))("answers the same shapes: %s", async (_, steps) => {
      const unknown = await open(strategy);
      const lately = await open(strategy);
      const longAgo = await open(strategy);
      await longAgo.register(eve, { "x-forwarded-for": HOME });
      lintel.clock.advance(2 * DAY);
      await lately.register(eve, { "x-forwarded-for": HOME });
      // In each, one turn is over.
      await unknown.register({}, { "x-forwarded-for": HOME });
      const of = await replies(unknown, steps);
      expect(await replies(longAgo, steps)).toEqual(of);
      expect(await replies(lately, steps)).toEqual(of);
    });
  });

  it("gives no lead and no mail to the agent whose turn it was", async () => {
    const brokerage = await open("least_recently_assigned");
    await brokerage.register(eve, { "x-forwarded-for": HOME });
    lintel.clock.advance(2 * DAY);
    const assignedAgent = (await brokerage.register(eve, { "x-forwarded-for": A })).body.assigned_agent;
    expect(assignedAgent.name).toBe("Bob");
    const count = async (table: "leads" | "messages") =>
      Number(
        (
          await lintel.database.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as("n"))
            .where("brokerage_id", "=", brokerage.id)
            .executeTakeFirstOrThrow()
        ).n,
      );
    // The welcome and the new lead's mail of the first registration.
    expect([await count("leads"), await count("messages")]).toEqual([1, 2]);
  });

  it("keeps no more than twenty replies of a lead a day, and the same sender still gets the same one", async () => {
    const brokerage = await open("least_recently_assigned");
    const { lead_id: known } = (await brokerage.register(eve, { "x-forwarded-for": HOME })).body;
    const ask = async (at: number) =>
      (await brokerage.register(eve, { "x-forwarded-for": `198.51.100.${at}` })).body.lead_id;
    const first: string[] = [];
    for (let at = 1; at <= 30; at++) first.push(await ask(at));
    const again: string[] = [];
    for (let at = 1; at <= 30; at++) again.push(await ask(at));
    expect(again).toEqual(first);
    expect(first).not.toContain(known);
    const rows = await lintel.database.db
      .selectFrom("registration_replies")
      .select("id")
      .where("lead_id", "=", Number(known))
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(15);
    expect(rows.length).toBeLessThanOrEqual(20);
  });
});
