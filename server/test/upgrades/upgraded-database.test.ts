import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { deliverMessages } from "../../src/messages/index.ts";
import { migrate, migrationNames } from "../../src/platform/database/migrate.ts";
import { locksAwaited } from "../harness/lock-waits.ts";
import { type SmtpServer, startSmtpServer } from "../harness/smtp-server.ts";
import { differing, digestsOf, type TableDigests } from "../harness/table-digests.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { openTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { runPostgres } from "../proofs/own-cluster.ts";
import { changedOnPurpose, DUMP_HOST, DUMP_KEYS, DUMPED_AT, keptDumps, restoreDump } from "./kept-dumps.ts";
import { OldWriter } from "./old-writer.ts";

const template = inject("template");

async function openEmptyDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  await sql`drop schema public cascade; create schema public`.execute(database.db);
  return database;
}

/** The statements that make the schema. */
async function schemaOf(url: string): Promise<string> {
  const text = await runPostgres("pg_dump", ["--schema-only", "--no-owner", `--dbname=${url}`]);
  // A condition that was dumped and restored has `a or b or c` where it had `(a or b) or c`.
  return text.replaceAll(/^\\(un)?restrict .*\n|[()]/gm, "");
}

describe.skipIf(!("url" in template)).each(keptDumps())("PostgreSQL with the data of $file", (dump) => {
  let database: TestDatabase;
  let mail: SmtpServer;
  let lintel: TestApp;
  let before: TableDigests;
  let after: TableDigests;
  let writer: OldWriter;
  let applied: string[];
  beforeAll(async () => {
    database = await openEmptyDatabase();
    const url = database.databaseUrl as string;
    await restoreDump(dump, { url });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    before = await digestsOf(client);
    writer = await OldWriter.start(url);
    await writer.wrote(20);
    const commit = await writer.writeUncommitted();
    const migrating = migrate(database.db);
    let isMigrated = false;
    void migrating.finally(() => {
      isMigrated = true;
    });
    while (!isMigrated && (await locksAwaited(database.db)) === 0) await delay(10);
    await commit();
    applied = await migrating;
    await writer.wrote(20);
    await writer.stop();
    after = await digestsOf(client, before.tables);
    await client.end();
    mail = await startSmtpServer();
    lintel = await startTestApp(
      { MAIL_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: "leads@lintel.test" },
      { database },
    );
    lintel.clock.set(DUMPED_AT);
  }, 120_000);
  afterAll(async () => {
    await writer?.stop();
    await lintel?.close();
    await mail?.close();
  });

  const leads = async (query: string) => {
    const { status, body } = await lintel.call(`/api/v1/admin/leads?page_size=100&${query}`, {
      key: DUMP_KEYS.broker,
    });
    expect(status).toBe(200);
    return body;
  };

  it("has every row of before in its columns, but for what migrations change on purpose", async () => {
    expect(before.rows).toBeGreaterThan(1000);
    const allowed = [...writer.tables, "schema_migrations", ...changedOnPurpose(applied)];
    expect(differing(before, after).filter((table) => !allowed.includes(table))).toEqual([]);
  });

  it("has the schema of a new database", async () => {
    const fresh = await openEmptyDatabase();
    await migrate(fresh.db);
    const expected = await schemaOf(fresh.databaseUrl as string);
    await fresh.close();
    expect(await schemaOf(database.databaseUrl as string)).toBe(expected);
  });

  it("has each lead that the older version wrote before and during the migration, and finds it", async () => {
    expect(applied).toEqual((await migrationNames()).filter((name) => name > dump.migration));
    expect(writer.emails.length).toBeGreaterThanOrEqual(40);
    const { rows } = await sql<{ email: string; brokerage_id: number }>`
      select email, brokerage_id from leads order by id`.execute(database.db);
    const own = rows.filter(({ brokerage_id }) => brokerage_id === rows[0]?.brokerage_id);
    expect((await leads("")).total).toBe(own.length);
    for (const email of [...writer.emails, own[0]?.email as string]) {
      const { items } = await leads(`q=${encodeURIComponent(email)}`);
      expect(items.map((lead: { email: string }) => lead.email)).toContain(email);
    }
    expect(new Set(writer.emails).size).toBe(
      rows.filter(({ email }) => writer.emails.includes(email)).length,
    );
  });

  it("shows its listings to visitors", async () => {
    const { body } = await lintel.call("/api/properties?page_size=50", { host: DUMP_HOST });
    expect(body.total).toBeGreaterThan(30);
    for (const { listing_id } of body.items) {
      const { status } = await lintel.call(`/api/properties/${encodeURIComponent(listing_id)}`, {
        host: DUMP_HOST,
      });
      expect(status).toBe(200);
    }
  });

  it("sends each mail that was pending once", async () => {
    const pending = await database.db
      .selectFrom("messages")
      .select("reference")
      .where("state", "=", "waiting")
      .where("channel", "=", "email")
      .execute();
    expect(pending.length).toBeGreaterThan(5);
    await deliverMessages(lintel.ctx);
    await deliverMessages(lintel.ctx);
    const arrived = mail.arrived.map(
      ({ raw }) => /^Message-ID: (<[^>]+>)/im.exec(raw.toString("latin1"))?.[1] ?? "",
    );
    expect(arrived.toSorted()).toEqual(pending.map(({ reference }) => reference).toSorted());
  });

  it("is swept, and a second sweep finds nothing to do", async () => {
    const sweep = async () => {
      const path = "/api/v1/admin/leads/lifecycle/sweep";
      return (await lintel.call(path, { method: "POST", key: DUMP_KEYS.admin })).body.counts;
    };
    lintel.clock.set("2026-06-16T18:00:00Z");
    const first = await sweep();
    expect(Object.values(first).some((count) => Number(count) > 0)).toBe(true);
    expect(Object.values(await sweep()).filter((count) => Number(count) > 0)).toEqual([]);
  });
});
