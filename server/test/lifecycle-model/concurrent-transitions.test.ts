import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKysely } from "../../src/platform/database/database.ts";
import { createPool } from "../../src/platform/database/pool.ts";
import { untilLocksAwaited } from "../harness/lock-waits.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { inconsistentLeads } from "./expectations.ts";
import { arrive, available, projected, projections, type Stage } from "./spec-machine.ts";
import { openWorld, type World } from "./world.ts";

type Request = { method?: "POST" | "PUT" | "PATCH" | "DELETE"; path: string; body?: object };
type Answer = { status: number; body: { detail?: string; stage?: string; events?: Row[] } };
type Row = { event_type: string; from_stage: string | null; to_stage: string; occurred_at: string };

/** Over sockets, and on PostgreSQL over a pool of connections: the requests are in the database at the same time. */
describe("changes to one lead at once", () => {
  let lintel: TestApp;
  let world: World;
  let address: string;
  let broker: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    world = await openWorld(lintel, "busy");
    broker = world.callers[0]?.key as string;
    address = await lintel.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => lintel.close());

  async function createLead(status: string, rest = {}): Promise<number> {
    const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@visitors.test" };
    const body = { ...person, subject: "A home", message: "Hello", status, ...rest };
    const reply = await lintel.call("/api/v1/admin/leads", { method: "POST", key: broker, body });
    expect(reply.status).toBe(201);
    return reply.body.id;
  }

  async function send(leadId: number, { method = "POST", path, body }: Request, at: number): Promise<Answer> {
    const response = await fetch(`${address}/api/v1/admin/leads/${leadId}${path}`, {
      method,
      headers: {
        "x-api-key": broker,
        ...(body && { "content-type": "application/json" }),
        // Every other one inside the transaction that keeps its reply.
        ...(method === "POST" && at % 2 === 1 && { "idempotency-key": randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  }

  /** Sends all of them; on PostgreSQL they are let go only when some wait for the lead's row already. */
  async function sendAtOnce(leadId: number, requests: Request[]): Promise<Answer[]> {
    const start = () => Promise.all(requests.map((request, at) => send(leadId, request, at)));
    const { databaseUrl } = lintel.database;
    if (databaseUrl === null) return start();
    const db = createKysely(createPool({ target: { url: databaseUrl }, maxConnections: 2 }));
    try {
      const held = await db.startTransaction().execute();
      await sql`select id from leads where id = ${leadId} for update`.execute(held);
      const answers = start();
      await untilLocksAwaited(db, 5).finally(() => held.commit().execute());
      return await answers;
    } finally {
      await db.destroy();
    }
  }

  const statuses = (answers: Answer[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [
        status,
        all?.length,
      ]),
    );

  async function timeline(leadId: number): Promise<Row[]> {
    const reply = await lintel.call(`/api/v1/admin/leads/${leadId}/transitions`, { key: broker });
    expect(reply.status).toBe(200);
    expectChain(reply.body.events);
    expect(reply.body.events.at(-1).to_stage).toBe(reply.body.stage);
    return reply.body.events;
  }

  function expectChain(rows: Row[]): void {
    expect(rows.map((row) => row.from_stage)).toEqual([
      null,
      ...rows.map((row) => row.to_stage).slice(0, -1),
    ]);
    expect(rows.map((row) => row.occurred_at)).toEqual(rows.map((row) => row.occurred_at).toSorted());
  }

  const report = (event_type: string, rest = {}): Request => ({
    path: "/transitions",
    body: { event_type, ...rest },
  });
  const attempt = report("contact_attempted", { channel: "call" });
  const times = (count: number, make: (at: number) => Request) =>
    Array.from({ length: count }, (_, at) => make(at));

  it("50 transitions, each legal before the others: one wins, 49 are 409, one row is written", async () => {
    const motivated = report("motivation_confirmed");
    const bogus = report("bogus_contact_detected", { reason_code: "email_bounces" });
    for (const [even, odd] of [
      [motivated, bogus],
      [bogus, motivated],
    ] as const) {
      const id = await createLead("contacted");
      const answers = await sendAtOnce(
        id,
        times(50, (at) => (Math.floor(at / 2) % 2 === 0 ? even : odd)),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 49 });
      const won = answers.find(({ status }) => status === 200)?.body;
      expect((await timeline(id)).map((row) => row.to_stage)).toEqual(["CONTACTING", won?.stage]);
    }
  });

  it("50 first contacts among assignments, flags, follow-ups and contacts: one is the first, nothing is lost", async () => {
    const id = await createLead("new");
    const requests = everything(50);
    const answers = await sendAtOnce(id, requests);
    const to = (path: string) => answers.filter((_, at) => requests[at]?.path === path);
    const rows = await timeline(id);
    const count = (event: string) => rows.filter((row) => row.event_type === event).length;
    // The first outreach is one of the transitions, or one of the outbound contacts.
    expect(count("contact_attempted")).toBe(1);
    const isTransition = count("contact_logged") === 15;
    expect(statuses(to("/transitions"))).toEqual(isTransition ? { 200: 1, 409: 49 } : { 409: 50 });
    expect(statuses(to("/contacts"))).toEqual({ 201: 15 });
    expect(count("contact_logged")).toBe(isTransition ? 15 : 14);
    expect(count("agent_assigned")).toBe(1);
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    const { body } = await lintel.call(`/api/v1/admin/leads/${id}/flags`, { key: broker });
    expect(body.flags.filter((each: { active: boolean }) => each.active).length).toBeLessThanOrEqual(1);
    expect(await inconsistentLeads(world)).toEqual([]);
  });

  it("the same with deletions among them: every request is answered, and nothing is left of the lead", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await createLead("new");
      const all = everything(20);
      const deletions = times(3, () => ({ method: "DELETE", path: "" }));
      const answers = await sendAtOnce(id, all.toSpliced(7 * round + 5, 0, ...deletions));
      for (const { status, body } of answers) {
        expect([200, 201, 404, 409]).toContain(status);
        if (body.events) expectChain(body.events);
      }
      const deleted = answers.slice(7 * round + 5, 7 * round + 8).map(({ status }) => status);
      expect(deleted.toSorted()).toEqual([200, 404, 404]);
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from lead_events where lead_id = ${id})
          + (select count(*) from lead_flags where lead_id = ${id})
          + (select count(*) from lead_signals where lead_id = ${id})
          + (select count(*) from leads where id = ${id}) as left`.execute(lintel.database.db);
      expect(rows[0]?.left).toBe(0);
    }
  });

  it("leads that are taken up again at once, each routed to an agent, wait for each other but not for ever", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => createLead("lost")));
    const agents = world.agents.map((id) => `${address}/api/admin/agents/${id}`);
    const headers = { "x-api-key": broker, "content-type": "application/json" };
    const answers = await Promise.all([
      ...ids.map((id, at) => send(id, report("lead_re_engaged"), at)),
      ...ids.map((id, at) => send(id, report("lead_re_engaged"), at + 1)),
      ...Array.from({ length: 10 }, async (_, at) => {
        const body = JSON.stringify({ bio: `Round ${at}` });
        return fetch(agents[at % 2] as string, { method: "PUT", headers, body });
      }),
    ]);
    expect(statuses(answers as Answer[])).toEqual({ 200: 30, 409: 20 });
    for (const id of ids) {
      const rows = await timeline(id);
      expect(rows.map((row) => row.event_type)).toEqual([
        "manual_entry",
        "lead_re_engaged",
        "agent_assigned",
      ]);
    }
  });

  it("a reader during a transition sees one stage, with its legal events", async () => {
    const id = await createLead("new");
    const events = ["contact_attempted", "motivation_confirmed"];
    for (let round = 0; round < 12; round++) events.push("buyer_agreement_signed", "deal_collapsed");
    const reads = await whileLooking(id, async () => {
      for (const [at, event] of events.entries()) {
        const reason = event === "deal_collapsed" ? { reason_code: "other" } : {};
        expect((await send(id, report(event, { channel: "call", ...reason }), at)).status).toBe(200);
      }
    });
    expect(reads.size).toBeGreaterThan(1);
    for (const [shown, stage] of reads) expect(shown).toBe(legalIn(stage));
  });

  it("a reader during a deletion sees the whole lead, or that it is missing", async () => {
    for (let round = 0; round < 15; round++) {
      const id = await createLead("new");
      const reads = await whileLooking(id, async () => {
        expect((await send(id, { method: "DELETE", path: "" }, 0)).status).toBe(200);
      });
      expect([...reads.keys()]).toEqual([legalIn("NEW")]);
    }
  });

  /** The different views of a lead that were seen meanwhile, with the stage in each; a lead that is gone is none. */
  async function whileLooking(id: number, change: () => Promise<void>): Promise<Map<string, Stage>> {
    const seen = new Map<string, Stage>();
    let isDone = false;
    const look = async () => {
      while (!isDone) {
        const { status, body } = await lintel.call(`/api/v1/admin/leads/${id}`, { key: broker });
        const legal = body.available_transitions?.toSorted();
        if (status !== 404)
          seen.set(JSON.stringify([body.stage, legal, body.status, body.buyer_status]), body.stage);
        const shown = await lintel.call(`/api/v1/admin/leads/${id}/transitions`, { key: broker });
        if (shown.status !== 404) expectChain(shown.body.events);
      }
    };
    const stop = () => {
      isDone = true;
    };
    const looks = Array.from({ length: 4 }, () => look().finally(stop));
    const hasLooked = vi.waitFor(() => expect(seen.size).toBe(1), { timeout: 20_000, interval: 5 });
    const all = await Promise.allSettled([hasLooked.then(change).finally(stop), ...looks]);
    expect(all.filter(({ status }) => status === "rejected")).toEqual([]);
    return seen;
  }

  function legalIn(stage: Stage) {
    const lead = projected({ ...arrive("buyer", "new", 0), stage });
    return JSON.stringify([stage, available(lead).toSorted(), projections[stage].status, lead.buyer]);
  }

  /** First contacts, and beside each of them something else that changes the lead. */
  function everything(attempts: number): Request[] {
    const [ada, bob] = world.agents;
    const assign = (agent: number | null): Request => ({
      method: "PATCH",
      path: "",
      body: { assigned_agent_id: agent, reassign_reason: "a full desk" },
    });
    const contact = (direction: string): Request => ({
      path: "/contacts",
      body: { channel: "text", direction },
    });
    const others: Request[] = [
      assign(ada),
      contact("inbound"),
      { method: "PUT", path: "/flags/do_not_text", body: { reason: "asked" } },
      contact("outbound"),
      assign(bob),
      { method: "DELETE", path: "/flags/do_not_text", body: {} },
      { method: "PUT", path: "/follow-up", body: { due_at: "2030-01-01T00:00:00Z" } },
      assign(null),
      contact("inbound"),
      { method: "PATCH", path: "", body: { notes: "Busy", pipeline_type: "seller" } },
    ];
    return times(attempts, () => attempt).flatMap((first, at) => [
      first,
      others[at % others.length] as Request,
    ]);
  }
});
