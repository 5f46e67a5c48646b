import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { untilLocksAwaited } from "../../../test/harness/lock-waits.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { lockPauseMs, MIGRATIONS, migrate, migrationNames } from "./migrate.ts";

describe("migrate", () => {
  let lintel: TestApp;
  let folder: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), "lintel-migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await lintel.close();
  });

  const timeout = async (text: string) => {
    const { rows } = await sql<{ timeout: string }>`${sql.raw(text)}`.execute(lintel.database.db);
    return rows[0]?.timeout;
  };

  it("lets a migration take as long as it needs, and requests no longer than before", async () => {
    const { db } = lintel.database;
    const shown = "select current_setting('statement_timeout') as timeout";
    const before = await timeout(shown);
    await writeFile(join(folder, "9999-long.sql"), `create table long_migration as ${shown};`);
    expect(await migrate(db, { folder })).toEqual(["9999-long"]);
    expect(await timeout("select timeout from long_migration")).toBe("0");
    expect(await Promise.all(Array.from({ length: 12 }, () => timeout(shown)))).toEqual(
      Array(12).fill(before),
    );
  });

  it("changes nothing of a migration that fails, and says which it was", async () => {
    await writeFile(join(folder, "9999-z-broken.sql"), "create table half (id integer); select 1 / 0;");
    await expect(migrate(lintel.database.db, { folder })).rejects.toThrow(/9999-z-broken.*division by zero/);
    expect(await timeout("select to_regclass('half')::text as timeout")).toBe(null);
  });

  it("starts on the schema of a newer version, whose later migrations it leaves, and refuses one among its own", async () => {
    const { db } = lintel.database;
    await rm(join(folder, "9999-z-broken.sql"));
    expect(await migrate(db)).toEqual([]);
    const [first] = await migrationNames();
    const early = `${first}-of-a-fork`;
    await sql`insert into schema_migrations (name, timestamp) values (${early}, '2026-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await expect(migrate(db)).rejects.toThrow(`previously executed migration ${early} is missing`);
    await sql`delete from schema_migrations where name = ${early}`.execute(db);
    expect(await migrate(db)).toEqual([]);
  });

  it("applies a migration once when two processes start together", async () => {
    await writeFile(join(folder, "9999-z-once.sql"), "create table once (); select pg_sleep(0.3);");
    const { db } = lintel.database;
    const applied = await Promise.all([migrate(db, { folder }), migrate(db, { folder })]);
    expect(applied.flat()).toEqual(["9999-z-once"]);
  });

  it.skipIf(!("url" in inject("template")))(
    "waits for a table that a transaction uses without holding up the statements behind it, less and less often, and logs it",
    async () => {
      const { db } = lintel.database;
      const file = join(folder, "9999-zz-waits.sql");
      await writeFile(file, "create table before_it (); alter table leads add column waited integer;");
      const reader = await db.startTransaction().execute();
      await sql`select from leads`.execute(reader);
      const warn = vi.fn();
      const migrating = migrate(db, { folder, log: { warn } });
      try {
        await untilLocksAwaited(db);
        // Behind the migration's lock: answered when it gives up, while the transaction is still open.
        await sql`select from leads`.execute(db);
        expect(await timeout("select to_regclass('before_it')::text as timeout")).toBe(null);
        await expect
          .poll(() => warn.mock.calls, { timeout: 5000 })
          .toEqual([
            [
              { migration: "9999-zz-waits", pause_ms: 500 },
              expect.stringMatching(/^migration waits for a lock/),
            ],
          ]);
      } finally {
        await reader.commit().execute();
      }
      expect(await migrating).toEqual(["9999-zz-waits"]);
      expect([0, 1, 2, 3, 4, 5, 6, 2000].map(lockPauseMs)).toEqual([
        ...[500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000],
      ]);
    },
  );

  it.skipIf(!("url" in inject("template")))(
    "gives way to a transaction that has what it waits for and waits for what it has, and is applied afterwards",
    async () => {
      const { db } = lintel.database;
      const both =
        "alter table leads add column first integer; alter table agents add column second integer;";
      await writeFile(join(folder, "9999-zzz-deadlock.sql"), both);
      const other = await db.startTransaction().execute();
      // The migration finds the deadlock.
      await sql`set local deadlock_timeout = '1min'`.execute(other);
      await sql`lock table agents in access exclusive mode`.execute(other);
      const migrating = migrate(db, { folder });
      migrating.catch(() => {});
      await untilLocksAwaited(db);
      await sql`lock table leads in access exclusive mode`.execute(other);
      await other.commit().execute();
      expect(await migrating).toEqual(["9999-zzz-deadlock"]);
    },
  );
});
