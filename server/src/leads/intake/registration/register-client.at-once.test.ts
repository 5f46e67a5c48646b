import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const bob = { name: "Bob Visitor", email: "bob@visitors.test" };

describe("registerClient, many at once", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `crowd-${++made}`);
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name);
  });

  const atOnce = (count: number, fields: (n: number) => object) =>
    Promise.all(Array.from({ length: count }, (_, n) => brokerage.registered(fields(n))));
  const stored = async () => {
    const { db } = lintel.database;
    const leadIds = db.selectFrom("leads").select("id").where("brokerage_id", "=", brokerage.id);
    const leads = await leadIds.execute();
    const events = await db
      .selectFrom("lead_events")
      .select("event_type")
      .where("lead_id", "in", leadIds)
      .orderBy("id")
      .execute();
    const mails = await db.selectFrom("messages").select("id").where("lead_id", "in", leadIds).execute();
    return { leads: leads.length, events: events.map((each) => each.event_type), mails: mails.length };
  };

  it("200 identical ones make one lead and one assignment, and one mail to each", async () => {
    const replies = await atOnce(200, () => bob);
    expect(new Set(replies.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(replies[0]?.agent).toBe("Ann");
    expect(await stored()).toEqual({
      leads: 1,
      events: ["contact_form_submission", "agent_assigned"],
      mails: 2,
    });
    expect(await brokerage.nextAgents(1)).toEqual(["Bob"]);
  });

  it("of one email under many names make a lead each, all with the agent of the first", async () => {
    const replies = await atOnce(30, (n) => ({ ...bob, name: `Bob the ${n}th` }));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(30);
    expect(new Set(replies.map(({ agent }) => agent))).toEqual(new Set(["Ann"]));
    expect((await stored()).leads).toBe(30);
    expect(await brokerage.nextAgents(1)).toEqual(["Bob"]);
  });

  it("of many people are shared out evenly, several in one transaction", async () => {
    const replies = await atOnce(60, (n) => ({ email: `visitor-${n}@crowd.test` }));
    const share = (name: string) => replies.filter(({ agent }) => agent === name).length;
    expect(["Ann", "Bob", "Cem"].map(share)).toEqual([20, 20, 20]);
    const { rows } = await sql<{ transactions: number }>`
      select count(distinct xmin::text)::int as transactions
      from leads
      where brokerage_id = ${brokerage.id}`.execute(lintel.database.db);
    expect(rows[0]?.transactions).toBeLessThan(60);
    expect((await stored()).mails).toBe(120);
  });

  it("of strangers under a known email, beside those of many people, all get a reply", async () => {
    const from = (address: string) => ({ "x-forwarded-for": address });
    await brokerage.registered(bob);
    // Namesakes wait for each other: few of them at a time leave connections for the others.
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 6 === 0
          ? brokerage.register({ ...bob, name: `Bob the ${n}th` }, from(`203.0.113.${n + 1}`))
          : brokerage.register(),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stored()).leads).toBe(61);
  });
});
