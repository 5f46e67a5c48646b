import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DripsFixture, openDrips } from "../../../test/harness/drips-fixture.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { storeLegacyLeads } from "../../leads/intake/import/store-legacy-leads.ts";

const HOUR = 3_600_000;

/** SPEC: Drip enrollment, "lead enters the trigger stage (on intake …)"; decisions.md: Drips. */
describe("a lead that arrives", () => {
  let lintel: TestApp;
  let brokerage: DripsFixture;
  let made = 0;
  beforeAll(async () => {
    // A database that fails on purpose is logged.
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openDrips(lintel, `intake-${++made}`);
  });

  const sequence = (fields: object = {}) => brokerage.sequence({ steps: [step("a"), step("b")], ...fields });
  const register = async (name: string, email: string) => {
    const reply = await lintel.call("/register", {
      method: "POST",
      host: brokerage.host,
      body: { name, email },
    });
    return Number(reply.body.lead_id);
  };
  async function tour(email: string): Promise<number> {
    const listing = `intake-${made}-listing`;
    await lintel.importListings(`intake-${made}`, [home({ ListingId: listing })]);
    await subscribe(lintel, brokerage.id, [`intake-${made}`]);
    const body = { listing_id: listing, name: "Ada Lovelace", email };
    expect((await lintel.call("/api/tours", { method: "POST", host: brokerage.host, body })).status).toBe(
      200,
    );
    const leads = lintel.database.db.selectFrom("leads").select("id").where("email", "=", email);
    return (await leads.executeTakeFirstOrThrow()).id;
  }

  const ways = {
    "by the contact form": () => brokerage.arrives(),
    "by asking for a tour": () => tour(`tour-${made}@visitors.test`),
    "by registering": () => register("Ada Lovelace", `registered-${made}@visitors.test`),
    "by hand": () => brokerage.entered(),
  };
  it.each(Object.entries(ways))("%s is enrolled in what NEW triggers", async (_, arrive) => {
    const { id } = await sequence({ steps: [step("a", 3), step("b", 5)] });
    const lead = await arrive();
    const now = lintel.clock.now();
    expect(await brokerage.drips(lead)).toMatchObject([
      {
        sequence_id: id,
        lead_id: lead,
        run: 1,
        status: "active",
        enrolled_at: now,
        enrolled_state: "NEW",
        next_step_position: 1,
        next_send_at: new Date(now.getTime() + 3 * 24 * HOUR),
        stopped_reason: null,
        stopped_at: null,
        last_sent_at: null,
        send_failures: 0,
        claimed_until: null,
        resumes_at_position: null,
        resumes_send_at: null,
      },
    ]);
  });

  it("waits delay_days of 24 hours for its first step, none or a year of them", async () => {
    await sequence({ steps: [step("at once", 0)] });
    await sequence({ steps: [step("after a year", 365)] });
    const now = lintel.clock.now().getTime();
    const due = (await brokerage.drips(await brokerage.arrives())).map(({ next_send_at }) =>
      next_send_at?.getTime(),
    );
    expect(due).toEqual([now, now + 365 * 24 * HOUR]);
  });

  it("by hand in a later stage is enrolled in what that one triggers, and in nothing of NEW", async () => {
    await sequence({ trigger_state: "NEW" });
    const { id } = await sequence({ trigger_state: "QUALIFIED" });
    const lead = await brokerage.entered({ status: "qualified" });
    expect(await brokerage.drips(lead)).toMatchObject([{ sequence_id: id, enrolled_state: "QUALIFIED" }]);
    expect(await brokerage.brief(await brokerage.entered({ status: "converted" }))).toEqual([]);
  });

  it("is enrolled in every sequence of the stage, but in none that is turned off or has no steps", async () => {
    const both = [await sequence(), await sequence()];
    await sequence({ active: false });
    await sequence({ steps: [] });
    await sequence({ trigger_state: "CONTACTING" });
    const drips = await brokerage.drips(await brokerage.arrives());
    expect(drips.map(({ sequence_id }) => sequence_id)).toEqual(both.map(({ id }) => id));
  });

  it("is enrolled in no other brokerage's sequence", async () => {
    const other = await openDrips(lintel, `intake-${++made}`);
    await other.sequence({ steps: [step("a")] });
    expect(await brokerage.brief(await brokerage.arrives())).toEqual([]);
  });

  it("is enrolled in sequences of every pipeline, unless the brokerage enforces its own", async () => {
    const [both, buyers, sellers] = [
      await sequence({ pipeline_type: null }),
      await sequence({ pipeline_type: "buyer" }),
      await sequence({ pipeline_type: "seller" }),
    ].map(({ id }) => id);
    const on = async (subject: string) =>
      (await brokerage.drips(await brokerage.arrives({ subject }))).map(({ sequence_id }) => sequence_id);
    expect(await on("Looking for a house")).toEqual([both, buyers, sellers]);
    await brokerage.settle({ enforce_pipeline_type: true });
    expect([await on("Looking for a house"), await on("Selling my house")]).toEqual([
      [both, buyers],
      [both, sellers],
    ]);
    await brokerage.settle({ enforce_pipeline_type: false });
    expect(await on("Selling my house")).toEqual([both, buyers, sellers]);
  });

  it("by asking again, where that finds the lead that is there, is on nothing twice", async () => {
    await sequence();
    const email = `again-${made}@visitors.test`;
    const lead = await tour(email);
    const before = await brokerage.drips(lead);
    lintel.clock.advance(HOUR);
    expect(await tour(email)).toBe(lead);
    expect(await brokerage.drips(lead)).toEqual(before);
  });

  it("is put on no sequence that its person is on by another lead, or was put on within the day", async () => {
    const email = `Twice-${made}@visitors.test`;
    await brokerage.sequence({ name: "twice", steps: [step("one")] });
    const [first, second] = [
      await brokerage.arrives({ email }),
      await brokerage.arrives({ email: email.toLowerCase() }),
    ];
    expect([await brokerage.brief(first), await brokerage.brief(second)]).toEqual([["active at 1"], []]);
    const ended = { status: "completed", next_step_position: null, next_send_at: null };
    await lintel.database.db
      .updateTable("drip_enrollments")
      .set(ended)
      .where("lead_id", "=", first)
      .execute();
    lintel.clock.advance(23 * HOUR);
    expect(await brokerage.brief(await brokerage.arrives({ email }))).toEqual([]);
    expect(await brokerage.brief(await brokerage.arrives())).toEqual(["active at 1"]);
    lintel.clock.advance(2 * HOUR);
    expect(await brokerage.brief(await brokerage.arrives({ email }))).toEqual(["active at 1"]);
  });

  it("that staff enter is put on its sequences, also in another person's name", async () => {
    const email = `staff-${made}@visitors.test`;
    await brokerage.sequence({ name: "by hand", steps: [step("one")] });
    const [first, second] = [await brokerage.arrives({ email }), await brokerage.entered({ email })];
    expect([await brokerage.brief(first), await brokerage.brief(second)]).toEqual([
      ["active at 1"],
      ["active at 1"],
    ]);
  });

  it("with the email of a person who has unsubscribed is enrolled, and stopped at once", async () => {
    await sequence();
    const email = `gone-${made}@visitors.test`;
    const lead = await brokerage.arrives({ email });
    await lintel.database.db
      .insertInto("lead_flags")
      .values({ lead_id: lead, flag: "unsubscribed", set_at: lintel.clock.now(), set_by: "lead" })
      .execute();
    lintel.clock.advance(HOUR);
    expect(await brokerage.drips(await brokerage.arrives({ email: email.toUpperCase() }))).toMatchObject([
      {
        status: "stopped",
        stopped_reason: "unsubscribed",
        stopped_at: lintel.clock.now(),
        next_send_at: null,
      },
    ]);
  });

  it("by an import is enrolled in nothing: a person who wrote years ago does not want mail now", async () => {
    await sequence();
    await sequence({ trigger_state: "QUALIFIED" });
    const person = {
      first_name: "Old",
      last_name: "Friend",
      phone: null,
      subject: "",
      message: "",
      notes: null,
    };
    const rest = { email: "old@visitors.test", agentEmail: null, source: null, receivedAt: null };
    for (const status of ["new", "qualified"] as const) {
      const legacy = { ...person, ...rest, email: `${status}@visitors.test`, status };
      await storeLegacyLeads(lintel.ctx, { brokerageId: brokerage.id, agents: new Map() }, [legacy]);
    }
    const leads = await lintel.database.db
      .selectFrom("leads")
      .select("id")
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    expect(leads).toHaveLength(2);
    for (const { id } of leads) expect(await brokerage.brief(id)).toEqual([]);
  });

  it("and whose intake fails at last is on nothing, because it is not there", async () => {
    await sequence();
    const { db } = lintel.database;
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin raise exception 'on purpose'; end $$`.execute(db);
    // What an intake by hand writes last.
    await sql`
      create trigger fail before insert on audit_log
      for each row execute function fail_on_purpose()`.execute(db);
    await expect(brokerage.entered()).rejects.toThrow("answered 500");
    await sql`drop trigger fail on audit_log`.execute(db);
    const { rows } = await sql`
      select leads.id
      from leads left join drip_enrollments on drip_enrollments.lead_id = leads.id
      where brokerage_id = ${brokerage.id}`.execute(db);
    expect(rows).toEqual([]);
    expect(await brokerage.brief(await brokerage.entered())).toEqual(["active at 1"]);
  });
});
