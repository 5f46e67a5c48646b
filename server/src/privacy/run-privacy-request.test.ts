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
  let fixture: PrivacyFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    // A database that fails on purpose is logged.
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    fixture = await openPrivacy(lintel, `running-${++made}`);
    lead = await fixture.makeLead();
  });

  it("answers an erasure with a receipt, and a repeat with the same one", async () => {
    const change = (path: string, body: object) =>
      lintel.call(`${LEADS}/${lead}${path}`, { method: "PUT", key: fixture.broker, body });
    await change("/flags/dnc", { reason: "Asked for it" });
    await change("/follow-up", { due_at: "2030-01-01T00:00:00Z", note: "Call Ada" });
    const id = await fixture.submitConfirmed("erase", ADA);
    const reply = await fixture.run(id);
    const now = lintel.clock.now().toISOString();
    expect(outcome(reply)).toEqual([
      200,
      {
        id,
        brokerage_id: fixture.id,
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
          routing_decisions: 0,
          drip_enrollments: 0,
          tours: 0,
          messages: 1,
          webhook_deliveries: 0,
          newsletter_subscriptions: 0,
          clients: 0,
          favorites: 0,
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
    expect(outcome(await fixture.read(lead))).toEqual([404, { detail: "Lead not found" }]);
    lintel.clock.advance(1000);
    expect(outcome(await fixture.run(id))).toEqual([200, reply.body]);
    expect(await auditOf(lintel, "privacy_request", id)).toEqual([
      {
        action: "run",
        actor_name: "broker key",
        brokerage_id: fixture.id,
        before: null,
        after: { kind: "erase", ...reply.body.receipt },
      },
    ]);
  });

  it("answers an export with counts, and mails the person the link", async () => {
    const id = await fixture.submitConfirmed("export", ADA);
    const { status, body } = await fixture.run(id);
    expect([status, body.status, body.email]).toEqual([200, "done", ADA]);
    expect(body.receipt).toMatchObject({ leads: 1, timeline_events: 1, messages: 1 });
    expect(await fixture.linkInMail("privacy_export_ready", ADA)).toMatch(
      /^\/api\/privacy\/exports\/[\w-]{43}$/,
    );
    expect((await fixture.read(lead)).status).toBe(200);
    expect((await fixture.run(id)).body).toEqual(body);
    const mails = await lintel.database.db
      .selectFrom("messages")
      .select("id")
      .where("brokerage_id", "=", fixture.id)
      .where("kind", "=", "privacy_export_ready")
      .execute();
    expect(mails).toHaveLength(1);
  });

  it("refuses an unconfirmed request, and deletes nothing", async () => {
    await fixture.confirmationPath("erase", ADA);
    const id = (await fixture.requests())[0]?.id as number;
    expect(outcome(await fixture.run(id))).toEqual([
      409,
      { detail: "The person has not confirmed this request yet" },
    ]);
    expect((await fixture.read(lead)).status).toBe(200);
  });

  it("runs once, with concurrent calls and the sweep", async () => {
    const id = await fixture.submitConfirmed("erase", ADA);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => fixture.run(id, at % 2 ? admin : fixture.broker)),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body.receipt).toMatchObject({ leads: 1 });
    expect(await auditOf(lintel, "privacy_request", id)).toHaveLength(1);
  });

  it("completes two concurrent requests of one person without a deadlock", async () => {
    const ids = [
      await fixture.submitConfirmed("erase", ADA),
      await fixture.submitConfirmed("erase", "ADA@visitors.test"),
    ];
    const replies = await Promise.all(ids.map((id) => fixture.run(id)));
    expect(replies.map(({ body }) => [body.status, body.receipt.leads])).toEqual([
      ["done", 1],
      ["done", 1],
    ]);
  });

  it("closes the person's other requests on an erasure, and removes the address from all", async () => {
    const copy = await fixture.submitConfirmed("export", ADA);
    await fixture.run(copy);
    const download = (await fixture.linkInMail("privacy_export_ready", ADA)) as string;
    expect((await lintel.call(download)).status).toBe(200);
    await fixture.submitConfirmed("export", ADA);
    const pending = (await fixture.confirmationPath("export", ADA)) as string;
    await fixture.run(await fixture.submitConfirmed("erase", ADA));
    const left = await fixture.requests();
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
    // On the embedded database there is one connection, and nobody to end it.
    ...(process.env.DATABASE_URL
      ? [["its connection is killed", "perform pg_terminate_backend(pg_backend_pid());"]]
      : []),
  ] as [string, string][];
  it.each(breaks)("leaves every row unchanged when %s, and works the next time", async (_how, what) => {
    const { db } = lintel.database;
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin ${sql.raw(what)} return new; end $$`.execute(db);
    const id = await fixture.submitConfirmed("erase", ADA);
    // Of the parts, the last that touches this person.
    await sql`
      create trigger fail before update on privacy_requests
      for each row execute function fail_on_purpose()`.execute(db);
    const before = await everything();
    expect((await fixture.run(id)).status).toBeGreaterThanOrEqual(500);
    expect(await everything()).toEqual(before);
    await sql`drop trigger fail on privacy_requests`.execute(db);
    await sql`drop function fail_on_purpose`.execute(db);
    expect((await fixture.run(id)).body.receipt).toMatchObject({ leads: 1, timeline_events: 1 });
  });

  /** Every row of the brokerage that an erasure could touch. */
  async function everything() {
    const { db } = lintel.database;
    const tables = ["leads", "messages", "privacy_requests", "audit_log"] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where("brokerage_id", "=", fixture.id).orderBy("id").execute(),
      ),
    );
    return [...rows, await fixture.timeline(lead)];
  }

  it("is for brokers and admins: another tenant's request is a 404, as is a disabled brokerage's", async () => {
    const other = await openPrivacy(lintel, `running-${++made}`);
    const id = await fixture.submitConfirmed("erase", ADA);
    expect(outcome(await fixture.run(id, other.broker))).toEqual(missing);
    expect(outcome(await fixture.run(999_999))).toEqual(missing);
    expect((await fixture.run(id, fixture.ann.key)).status).toBe(403);
    await fixture.disable();
    expect(outcome(await fixture.run(id))).toEqual(missing);
    expect((await fixture.run(id, admin)).body).toMatchObject({ status: "done", receipt: { leads: 1 } });
    expect((await lintel.call(`${REQUESTS}/x/run`, { method: "POST", key: admin })).status).toBe(422);
  });
});
