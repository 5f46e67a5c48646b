import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leadByForm, sendForm, someForm } from "../../../test/harness/contact-form.ts";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

/** Forms that wait for each other are written together (`inGroupTransaction`). */
describe("submitContactForm: at once", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `forms-${++made}`);
  });

  const send = (fields: object) =>
    sendForm(lintel, brokerage.host, fields, { "x-forwarded-for": `198.51.100.${++made % 250}` });
  /** Without an Idempotency-Key: a form with a key is written beside the groups. */
  const sendUnkeyed = (fields: object, address = `198.51.100.${++made % 250}`) =>
    lintel.call("/api/contact", {
      method: "POST",
      host: brokerage.host,
      headers: { "x-forwarded-for": address },
      body: { ...someForm, ...fields },
      keyed: false,
    });
  const people = (count: number) =>
    Array.from({ length: count }, (_each, nth) => ({
      email: `visitor-${nth}@visitors.test`,
      lastName: `No ${nth}`,
    }));
  const stored = async () => {
    const { rows } = await sql<{
      id: number;
      email: string;
      agent: string | null;
      decisions: number;
      mails: number;
      rows: string[];
    }>`
      select
        leads.id,
        leads.email,
        agents.name as agent,
        (select count(*)::int from routing_decisions where lead_id = leads.id and agent_id = assigned_agent_id) as decisions,
        (select count(*)::int from messages where lead_id = leads.id and kind = 'new_lead' and recipient = agents.email) as mails,
        array(select event_type from lead_events where lead_id = leads.id order by occurred_at, id) as rows
      from leads
      left join agents on agents.id = assigned_agent_id
      where leads.brokerage_id = ${brokerage.id}
      order by leads.id`.execute(lintel.database.db);
    return rows;
  };

  it("each is one lead with its agent, decision, timeline and mail, and the agents get equal shares", async () => {
    for (const name of ["Ann", "Bob", "Cleo"])
      await brokerage.hire(name, { email: `${name}-${made}@agents.test` });
    const replies = await Promise.all(people(30).map(send));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const leads = await stored();
    expect(leads.map(({ id }) => id)).toEqual(
      replies.map(({ body }) => body.lead_id).toSorted((a, b) => a - b),
    );
    const byId = new Map(leads.map((lead) => [lead.id, lead.email]));
    expect(replies.map(({ body }) => byId.get(body.lead_id))).toEqual(people(30).map(({ email }) => email));
    for (const lead of leads)
      expect(lead).toMatchObject({
        decisions: 1,
        mails: 1,
        rows: ["contact_form_submission", "agent_assigned"],
      });
    const { rows: decisions } = await sql<{ agent_id: number }>`
      select agent_id from routing_decisions
      join leads on leads.id = lead_id
      where leads.brokerage_id = ${brokerage.id}
      order by routing_decisions.id`.execute(lintel.database.db);
    const turns = decisions.map(({ agent_id }) => agent_id);
    expect(turns).toEqual(Array(10).fill(turns.slice(0, 3)).flat());
    expect(new Set(turns).size).toBe(3);
  });

  it("a flood of one person is recognised among the forms of others", async () => {
    await brokerage.hire("Ann");
    const own = Array.from({ length: 8 }, () => send({ email: "flood@visitors.test" }));
    await Promise.all([...own, ...people(8).map(send)]);
    const { rows } = await sql<{ email: string; suspect: number }>`
      select lower(email) as email, count(*) filter (where suspicions = '{flood}')::int as suspect
      from leads
      where brokerage_id = ${brokerage.id}
      group by 1
      having count(*) filter (where suspicions <> '{}') > 0`.execute(lintel.database.db);
    expect(rows).toEqual([{ email: "flood@visitors.test", suspect: 3 }]);
  });

  it("a flood of one address is recognised among forms that are read together", async () => {
    await brokerage.hire("Ann");
    await Promise.all(people(25).map((fields) => sendUnkeyed(fields, "203.0.113.9")));
    const { rows } = await sql<{ suspicions: string[]; forms: number }>`
      select suspicions, count(*)::int as forms
      from leads
      where brokerage_id = ${brokerage.id}
      group by 1
      order by 1`.execute(lintel.database.db);
    expect(rows).toEqual([
      { suspicions: [], forms: 20 },
      { suspicions: ["flood"], forms: 5 },
    ]);
  });

  it("agents who can receive no leads any more when their turn is claimed get none: the forms are routed again", async () => {
    const ann = await brokerage.hire("Ann");
    for (const name of ["Bob", "Cleo"]) await brokerage.hire(name);
    // Between the query of the agents and the claim: the update of the claim finds no row of Ann's.
    await sql`
      create function skip_row() returns trigger language plpgsql as 'begin return null; end'`.execute(
      lintel.database.db,
    );
    await sql`
      create trigger ann_is_unavailable before update of last_lead_assigned_at on agents
        for each row when (old.id = ${sql.lit(ann)}) execute function skip_row()`.execute(lintel.database.db);
    await Promise.all(people(24).map((fields) => sendUnkeyed(fields)));
    const leads = await stored();
    const share = (name: string) => leads.filter(({ agent }) => agent === name).length;
    expect(["Ann", "Bob", "Cleo"].map(share)).toEqual([0, 12, 12]);
    expect(new Set(leads.map(({ decisions, mails }) => `${decisions} ${mails}`))).toEqual(new Set(["1 1"]));
    const { rows } = await sql<{ again: number; transactions: number }>`
      select count(*)::int as again, count(distinct leads.xmin::text)::int as transactions
      from routing_decisions
      join leads on leads.id = lead_id
      where leads.brokerage_id = ${brokerage.id}
        and candidates @> ${JSON.stringify([{ agent_id: ann, reason: "no longer takes leads" }])}::jsonb`.execute(
      lintel.database.db,
    );
    const { again = 0, transactions = 0 } = rows[0] ?? {};
    expect(transactions).toBeGreaterThan(0);
    expect(again).toBeGreaterThan(transactions);
  });

  it("are routed by weight as they are one by one", async () => {
    await brokerage.updateSettings({ routing_strategy: "weighted" });
    await brokerage.hire("Ann", { weight: 3 });
    await brokerage.hire("Bob", { weight: 1 });
    await Promise.all(people(16).map(send));
    const shares = Map.groupBy(await stored(), ({ agent }) => agent);
    expect([shares.get("Ann")?.length, shares.get("Bob")?.length]).toEqual([12, 4]);
  });

  it("a form of an address that has unsubscribed gets its flag, among others that do not", async () => {
    await brokerage.hire("Ann");
    const first = await leadByForm(lintel, brokerage.host, { email: "quiet@visitors.test" });
    await sql`
      insert into lead_flags (lead_id, flag, set_at, set_by)
      values (${first}, 'unsubscribed', now(), 'lead')`.execute(lintel.database.db);
    await Promise.all([...people(6), { email: "quiet@visitors.test" }].map(send));
    const { rows } = await sql<{ email: string }>`
      select distinct leads.email from leads join lead_flags on lead_id = leads.id
      where brokerage_id = ${brokerage.id} and leads.id <> ${first}`.execute(lintel.database.db);
    expect(rows).toEqual([{ email: "quiet@visitors.test" }]);
  });
});
