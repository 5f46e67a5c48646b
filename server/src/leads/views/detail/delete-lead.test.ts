import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const missing = [404, { detail: "Lead not found" }];

describe("deleteLead", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const remove = (lead: number, key: string) => lintel.call(`${LEADS}/${lead}`, { method: "DELETE", key });

  /** How many rows of it each table has that points to leads. */
  async function hangingOn(lead: number): Promise<Record<string, number>> {
    const { db } = lintel.database;
    const { rows: tables } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name
      from pg_constraint
      where confrelid = 'leads'::regclass and contype = 'f'`.execute(db);
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where lead_id = ${lead}`.execute(db);
      counts[name] = rows[0]?.n as number;
    }
    return counts;
  }

  async function fullLead(): Promise<number> {
    const { db } = lintel.database;
    const now = lintel.clock.now();
    const lead_id = await brokerage.makeLead({ notes: "Private", assigned_agent_id: brokerage.ann.id });
    await db.insertInto("lead_signals").values({ lead_id, kind: "search", occurred_at: now }).execute();
    await db.insertInto("lead_flags").values({ lead_id, flag: "dnc", set_at: now, set_by: "x" }).execute();
    await db
      .insertInto("tour_requests")
      .values({
        brokerage_id: brokerage.id,
        lead_id,
        listing_id: "x",
        name: "x",
        email: "x",
        created_at: now,
        updated_at: now,
      })
      .execute();
    return lead_id;
  }

  it("removes the lead with all that hangs on it, and nothing of another", async () => {
    const [lead, kept] = [await fullLead(), await fullLead()];
    const before = await hangingOn(kept);
    expect(before).toMatchObject({ lead_events: 1, lead_signals: 1, lead_flags: 1, tour_requests: 1 });
    expect(outcome(await remove(lead, brokerage.broker))).toEqual([200, { message: "Lead deleted" }]);
    expect(await hangingOn(lead)).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, 0])));
    expect(await hangingOn(kept)).toEqual(before);
    expect(outcome(await brokerage.read(lead))).toEqual(missing);
    expect((await brokerage.read(kept)).status).toBe(200);
  });

  it("leaves an audit row of who it was", async () => {
    const lead = await fullLead();
    await remove(lead, admin);
    expect(await auditOf(lintel, "lead", lead)).toEqual([
      {
        action: "delete",
        actor_name: "admin key",
        brokerage_id: brokerage.id,
        before: expect.objectContaining({ email: "ada@visitors.test", assigned_agent_id: brokerage.ann.id }),
        after: null,
      },
    ]);
  });

  it("is done once, however many ask at once", async () => {
    const lead = await brokerage.makeLead();
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(lead, brokerage.broker)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect(await auditOf(lintel, "lead", lead)).toHaveLength(1);
    expect(outcome(await remove(lead, brokerage.broker))).toEqual(missing);
  });

  it("is not for agents, not even of their own lead", async () => {
    const lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
    expect(outcome(await remove(lead, brokerage.ann.key))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await brokerage.read(lead)).status).toBe(200);
  });

  it("answers another tenant's lead, and a disabled brokerage's, as a missing one", async () => {
    const other = await openLeads(lintel, "south");
    const lead = await other.makeLead();
    expect(outcome(await remove(lead, brokerage.broker))).toEqual(missing);
    expect(outcome(await remove(lead, await lintel.createKey("broker")))).toEqual(missing);
    await other.disable();
    for (const key of [other.broker, admin]) expect(outcome(await remove(lead, key))).toEqual(missing);
    expect((await other.read(lead, admin)).status).toBe(200);
  });
});
