import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../test/harness/brokerage-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { openPrivacy, type PrivacyFixture, REQUESTS } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const missing = [404, { detail: "Privacy request not found" }];

describe("runPrivacyRequest", () => {
  let lintel: TestApp;
  let admin: string;
  let brokerage: PrivacyFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    // A database that fails on purpose is logged.
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `running-${++made}`);
    lead = await brokerage.makeLead();
  });

  it("answers an erasure with a receipt, and a repeat with the same one", async () => {
    const change = (path: string, body: object) =>
      lintel.call(`${LEADS}/${lead}${path}`, { method: "PUT", key: brokerage.broker, body });
    await change("/flags/dnc", { reason: "Asked for it" });
    await change("/follow-up", { due_at: "2030-01-01T00:00:00Z", note: "Call Ada" });
    const id = await brokerage.submitConfirmed("erase", ADA);
    const reply = await brokerage.run(id);
    const now = lintel.clock.now().toISOString();
    expect(outcome(reply)).toEqual([
      200,
      {
        id,
        brokerage_id: brokerage.id,
        kind: "erase",
        status: "done",
        email: null,
        created_at: now,
        confirmed_at: now,
        due_at: expect.any(String),
        done_at: now,
        receipt: {
          leads: 1,
          timeline_events: 1,
          signals: 0,
          flags: 1,
          tags: 0,
          routing_decisions: 0,
          drip_enrollments: 0,
          tours: 0,
          messages: 1,
          webhook_deliveries: 0,
          newsletter_subscriptions: 0,
          clients: 0,
          favorites: 0,
          saved_searches: 0,
          magic_links: 0,
          visitor_sessions: 0,
          visitor_events: 0,
          audit_rows: 2,
          kept_replies: 0,
          vectors: 0,
          images: 0,
        },
      },
    ]);
    expect(outcome(await brokerage.read(lead))).toEqual([404, { detail: "Lead not found" }]);
    lintel.clock.advance(1000);
    expect(outcome(await brokerage.run(id))).toEqual([200, reply.body]);
    expect(await auditOf(lintel, "privacy_request", id)).toEqual([
      {
        action: "run",
        actor_name: "broker key",
        brokerage_id: brokerage.id,
        before: null,
        after: { kind: "erase", ...reply.body.receipt },
      },
    ]);
  });

  it("answers an export with counts, and mails the person the link", async () => {
    const id = await brokerage.submitConfirmed("export", ADA);
    const { status, body } = await brokerage.run(id);
    expect([status, body.status, body.email]).toEqual([200, "done", ADA]);
    expect(body.receipt).toMatchObject({ leads: 1, timeline_events: 1, messages: 1 });
    expect(await brokerage.linkInMail("privacy_export_ready", ADA)).toMatch(
      /^\/api\/privacy\/exports\/[\w-]{43}$/,
    );
    expect((await brokerage.read(lead)).status).toBe(200);
    expect((await brokerage.run(id)).body).toEqual(body);
    const mails = await lintel.database.db
      .selectFrom("messages")
      .select("id")
      .where("brokerage_id", "=", brokerage.id)
      .where("kind", "=", "privacy_export_ready")
      .execute();
    expect(mails).toHaveLength(1);
  });

  it("refuses an unconfirmed request, and deletes nothing", async () => {
    await brokerage.confirmationPath("erase", ADA);
    const id = (await brokerage.requests())[0]?.id as number;
    expect(outcome(await brokerage.run(id))).toEqual([
      409,
      { detail: "The person has not confirmed this request yet" },
    ]);
    expect((await brokerage.read(lead)).status).toBe(200);
  });

  it("runs once, with concurrent calls and the sweep", async () => {
    const id = await brokerage.submitConfirmed("erase", ADA);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => brokerage.run(id, at % 2 ? admin : brokerage.broker)),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body.receipt).toMatchObject({ leads: 1 });
    expect(await auditOf(lintel, "privacy_request", id)).toHaveLength(1);
  });

  it("completes two concurrent requests of one person without a deadlock", async () => {
    const ids = [
      await brokerage.submitConfirmed("erase", ADA),
      await brokerage.submitConfirmed("erase", "ADA@visitors.test"),
    ];
    const replies = await Promise.all(ids.map((id) => brokerage.run(id)));
    expect(replies.map(({ body }) => [body.status, body.receipt.leads])).toEqual([
      ["done", 1],
      ["done", 1],
    ]);
  });

  it("closes the person's other requests on an erasure, and removes the address from all", async () => {
    const copy = await brokerage.submitConfirmed("export", ADA);
    await brokerage.run(copy);
    const download = (await brokerage.linkInMail("privacy_export_ready", ADA)) as string;
    expect((await lintel.call(download)).status).toBe(200);
    await brokerage.submitConfirmed("export", ADA);
    const pending = (await brokerage.confirmationPath("export", ADA)) as string;
    await brokerage.run(await brokerage.submitConfirmed("erase", ADA));
    const left = await brokerage.requests();
    expect(left.map(({ kind, status, email }) => [kind, status, email])).toEqual([
      ["export", "done", null],
      ["export", "done", null],
      ["erase", "done", null],
    ]);
    expect(left[1]?.receipt).toMatchObject({ leads: 0, messages: 0 });
    expect((await lintel.call(download)).status).toBe(404);
    expect((await lintel.call(pending)).status).toBe(404);
  });

  const breaks = [
    ["a part of it fails", "raise exception 'on purpose';"],
    // On the embedded database there is one connection, and no second one to end it.
    ...(process.env.DATABASE_URL
      ? [["its connection is killed", "perform pg_terminate_backend(pg_backend_pid());"]]
      : []),
  ] as [string, string][];
  it.each(breaks)("leaves every row unchanged when %s, and works the next time", async (_how, what) => {
    const { db } = lintel.database;
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin ${sql.raw(what)} return new; end $$`.execute(db);
    const id = await brokerage.submitConfirmed("erase", ADA);
    // Of the parts, the last that touches this person.
    await sql`
      create trigger fail before update on privacy_requests
      for each row execute function fail_on_purpose()`.execute(db);
    const before = await everything();
    expect((await brokerage.run(id)).status).toBeGreaterThanOrEqual(500);
    expect(await everything()).toEqual(before);
    await sql`drop trigger fail on privacy_requests`.execute(db);
    await sql`drop function fail_on_purpose`.execute(db);
    expect((await brokerage.run(id)).body.receipt).toMatchObject({ leads: 1, timeline_events: 1 });
  });

  /** Every row of the brokerage that an erasure could touch. */
  async function everything() {
    const { db } = lintel.database;
    const tables = ["leads", "messages", "privacy_requests", "audit_log"] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where("brokerage_id", "=", brokerage.id).orderBy("id").execute(),
      ),
    );
    return [...rows, await brokerage.timeline(lead)];
  }

  it("is for brokers and admins: another tenant's request is a 404, as is a disabled brokerage's", async () => {
    const other = await openPrivacy(lintel, `running-${++made}`);
    const id = await brokerage.submitConfirmed("erase", ADA);
    expect(outcome(await brokerage.run(id, other.broker))).toEqual(missing);
    expect(outcome(await brokerage.run(999_999))).toEqual(missing);
    expect((await brokerage.run(id, brokerage.ann.key)).status).toBe(403);
    await brokerage.disable();
    expect(outcome(await brokerage.run(id))).toEqual(missing);
    expect((await brokerage.run(id, admin)).body).toMatchObject({ status: "done", receipt: { leads: 1 } });
    expect((await lintel.call(`${REQUESTS}/x/run`, { method: "POST", key: admin })).status).toBe(422);
  });
});
