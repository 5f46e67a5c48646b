import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../test/harness/brokerage-fixture.ts";
import { LEADS } from "../../test/harness/lead-fixture.ts";
import { openPrivacyDesk, type PrivacyDesk, REQUESTS } from "../../test/harness/privacy-desk.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";
const missing = [404, { detail: "Privacy request not found" }];

describe("runPrivacyRequest", () => {
  let lintel: TestApp;
  let admin: string;
  let desk: PrivacyDesk;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    // A database that fails on purpose is logged.
    lintel = await startTestApp({ LOG_LEVEL: "silent" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openPrivacyDesk(lintel, `running-${++made}`);
    lead = await desk.makeLead();
  });

  it("answers an erasure with a receipt of what is gone, and the same receipt again", async () => {
    const change = (path: string, body: object) =>
      lintel.call(`${LEADS}/${lead}${path}`, { method: "PUT", key: desk.broker, body });
    await change("/flags/dnc", { reason: "Asked for it" });
    await change("/follow-up", { due_at: "2030-01-01T00:00:00Z", note: "Call Ada" });
    const id = await desk.confirmed("erase", ADA);
    const reply = await desk.run(id);
    const now = lintel.clock.now().toISOString();
    expect(outcome(reply)).toEqual([
      200,
      {
        id,
        brokerage_id: desk.id,
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
    expect(outcome(await desk.read(lead))).toEqual([404, { detail: "Lead not found" }]);
    lintel.clock.advance(1000);
    expect(outcome(await desk.run(id))).toEqual([200, reply.body]);
    expect(await auditOf(lintel, "privacy_request", id)).toEqual([
      {
        action: "run",
        actor_name: "broker key",
        brokerage_id: desk.id,
        before: null,
        after: { kind: "erase", ...reply.body.receipt },
      },
    ]);
  });

  it("answers an export with numbers, and sends the person the link", async () => {
    const id = await desk.confirmed("export", ADA);
    const { status, body } = await desk.run(id);
    expect([status, body.status, body.email]).toEqual([200, "done", ADA]);
    expect(body.receipt).toMatchObject({ leads: 1, timeline_events: 1, messages: 1 });
    expect(await desk.linkIn("privacy_export_ready", ADA)).toMatch(/^\/api\/privacy\/exports\/[\w-]{43}$/);
    expect((await desk.read(lead)).status).toBe(200);
    expect((await desk.run(id)).body).toEqual(body);
    const mails = await lintel.database.db
      .selectFrom("messages")
      .select("id")
      .where("brokerage_id", "=", desk.id)
      .where("kind", "=", "privacy_export_ready")
      .execute();
    expect(mails).toHaveLength(1);
  });

  it("refuses what the person has not confirmed, and removes nothing", async () => {
    await desk.link("erase", ADA);
    const id = (await desk.requests())[0]?.id as number;
    expect(outcome(await desk.run(id))).toEqual([
      409,
      { detail: "The person has not confirmed this request yet" },
    ]);
    expect((await desk.read(lead)).status).toBe(200);
  });

  it("is done once, however many ask at once, with the sweep beside them", async () => {
    const id = await desk.confirmed("erase", ADA);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => desk.run(id, at % 2 ? admin : desk.broker)),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.body.receipt).toMatchObject({ leads: 1 });
    expect(await auditOf(lintel, "privacy_request", id)).toHaveLength(1);
  });

  it("two of one person at once are both done, and neither waits for ever", async () => {
    const ids = [await desk.confirmed("erase", ADA), await desk.confirmed("erase", "ADA@visitors.test")];
    const replies = await Promise.all(ids.map((id) => desk.run(id)));
    expect(replies.map(({ body }) => [body.status, body.receipt.leads])).toEqual([
      ["done", 1],
      ["done", 1],
    ]);
  });

  it("an erasure ends the person's other requests, and names them in none", async () => {
    const copy = await desk.confirmed("export", ADA);
    await desk.run(copy);
    const download = (await desk.linkIn("privacy_export_ready", ADA)) as string;
    expect((await lintel.call(download)).status).toBe(200);
    await desk.confirmed("export", ADA);
    const pending = (await desk.link("export", ADA)) as string;
    await desk.run(await desk.confirmed("erase", ADA));
    const left = await desk.requests();
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
  it.each(breaks)("leaves every row as it was when %s, and works the next time", async (_how, what) => {
    const { db } = lintel.database;
    await sql`
      create function fail_on_purpose() returns trigger language plpgsql
      as $$ begin ${sql.raw(what)} return new; end $$`.execute(db);
    const id = await desk.confirmed("erase", ADA);
    // Of the parts, the last that touches this person.
    await sql`
      create trigger fail before update on privacy_requests
      for each row execute function fail_on_purpose()`.execute(db);
    const before = await everything();
    expect((await desk.run(id)).status).toBeGreaterThanOrEqual(500);
    expect(await everything()).toEqual(before);
    await sql`drop trigger fail on privacy_requests`.execute(db);
    await sql`drop function fail_on_purpose`.execute(db);
    expect((await desk.run(id)).body.receipt).toMatchObject({ leads: 1, timeline_events: 1 });
  });

  /** Every row of the brokerage that an erasure could touch. */
  async function everything() {
    const { db } = lintel.database;
    const tables = ["leads", "messages", "privacy_requests", "audit_log"] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where("brokerage_id", "=", desk.id).orderBy("id").execute(),
      ),
    );
    return [...rows, await desk.timeline(lead)];
  }

  it("is for brokers and admins: another tenant's is missing, also when its brokerage is disabled", async () => {
    const other = await openPrivacyDesk(lintel, `running-${++made}`);
    const id = await desk.confirmed("erase", ADA);
    expect(outcome(await desk.run(id, other.broker))).toEqual(missing);
    expect(outcome(await desk.run(999_999))).toEqual(missing);
    expect((await desk.run(id, desk.ann.key)).status).toBe(403);
    await desk.disable();
    expect(outcome(await desk.run(id))).toEqual(missing);
    expect((await desk.run(id, admin)).body).toMatchObject({ status: "done", receipt: { leads: 1 } });
    expect((await lintel.call(`${REQUESTS}/x/run`, { method: "POST", key: admin })).status).toBe(422);
  });
});
