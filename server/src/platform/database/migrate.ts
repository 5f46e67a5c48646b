import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../config/config.ts";
import type { Log } from "../log.ts";
import { LOST_DEADLOCK } from "./connection-errors.ts";
import type { DB } from "./types.generated.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** The table of applied migrations. */
export const MIGRATIONS_TABLE = "schema_migrations";

/**
 * While a migration waits for a table, all later statements on the table wait behind it: it gives up, and tries again. Its pauses grow, so
 * that a transaction of hours (a dump, a report) holds up statements for a small part of the time.
 */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_PAUSE_MS = 500;
const LONGEST_LOCK_PAUSE_MS = 15_000;
const LOCK_LOGGED_MS = 60_000;
/** Not in time, or only after a transaction that waits for the migration itself: PostgreSQL has ended one of the two. */
const LOCKED = ["55P03", LOST_DEADLOCK];

/**
 * Applies the pending SQL files of `server/migrations`, in order, in one transaction under a lock, so that processes
 * may start concurrently. Forward only. Later migrations, of a newer version, are left as they are: this version works beside it, and
 * starts again after it (CONTRIBUTING.md, Migrations).
 *
 * @returns the names of the migrations applied now.
 */
export async function migrate(
  db: Kysely<DB>,
  { folder = MIGRATIONS, log = null }: { folder?: string; log?: Pick<Log, "warn"> | null } = {},
): Promise<string[]> {
  if (await isCurrent(db, folder)) return [];
  return db.connection().execute(async (connection) => {
    // Creating an index on a large table, or waiting for the process that does, exceeds the timeout of requests.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(connection);
    try {
      return await applyWhenUnlocked(connection, folder, log);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

async function applyWhenUnlocked(
  connection: Kysely<DB>,
  folder: string,
  log: Pick<Log, "warn"> | null,
): Promise<string[]> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  for (let waits = 0; ; ) {
    try {
      return await applyMissing(connection, folder);
    } catch (error) {
      if (error instanceof MigrationLocked) {
        const { migration } = error;
        // What waits for the migrations of another process holds up no statements.
        const pause = migration === null ? LOCK_PAUSE_MS : lockPauseMs(waits++);
        if (performance.now() - loggedAt >= LOCK_LOGGED_MS) {
          loggedAt = performance.now();
          log?.warn({ migration, pause_ms: pause }, migration === null ? OTHERS_RUN : WAITS);
        }
        await delay(pause);
      }
      // A process of a newer version has migrated while this one waited.
      else if (await isCurrent(connection, folder)) return [];
      else throw error;
    }
  }
}

const WAITS = "migration waits for a lock that a transaction holds, will retry";
const OTHERS_RUN = "migrations of another process are running, will retry";

export function lockPauseMs(waits: number): number {
  return Math.min(LOCK_PAUSE_MS * 2 ** waits, LONGEST_LOCK_PAUSE_MS);
}

/** A lock could not be had: one that a migration needs, or, without a name, the one under which migrations run. */
class MigrationLocked extends StartError {
  readonly migration: string | null;

  constructor(message: string, { cause, migration }: { cause: unknown; migration: string | null }) {
    super(message, { cause });
    this.migration = migration;
  }
}

/** Applies every migration inside the transaction that `db`, which is a single connection, has open. */
export function migrateInTransaction(db: Kysely<DB>): Promise<string[]> {
  return applyMissing(db, MIGRATIONS, { disableTransactions: true });
}

async function applyMissing(
  db: Kysely<DB>,
  folder: string,
  options: { disableTransactions?: boolean } = {},
): Promise<string[]> {
  const migrator = new Migrator({
    ...options,
    db,
    provider: { getMigrations: () => readMigrations(folder) },
    migrationTableName: MIGRATIONS_TABLE,
    migrationLockTableName: "schema_migrations_lock",
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === "Error")?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The database cannot be migrated${failed ? ` (${failed})` : ""}: ${reason}`;
    if (LOCKED.includes((error as { code?: string }).code ?? ""))
      throw new MigrationLocked(message, { cause: error, migration: failed ?? null });
    throw new StartError(message, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether all migrations up to this version's last are applied. Kysely's migrator inspects every table, and refuses later ones. */
async function isCurrent(db: Kysely<DB>, folder: string): Promise<boolean> {
  const { rows } = await sql`select to_regclass(${MIGRATIONS_TABLE}) as found`.execute(db);
  if ((rows[0] as { found: string | null }).found === null) return false;
  const { rows: applied } = await sql<{ name: string }>`
    select name
    from ${sql.table(MIGRATIONS_TABLE)}
    order by name`.execute(db);
  const names = await migrationNames(folder);
  const last = names.at(-1) ?? "";
  const upToLast = applied.map(({ name }) => name).filter((name) => name <= last);
  return upToLast.join() === names.join();
}

/** The migrations of this version, in order. */
export async function migrationNames(folder = MIGRATIONS): Promise<string[]> {
  return (await migrationFiles(folder)).map((file) => file.replace(/\.sql$/, ""));
}

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).sort();
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of await migrationFiles(folder)) {
    const text = await readFile(join(folder, file), "utf8");
    migrations[file.replace(/\.sql$/, "")] = {
      async up(transaction) {
        await sql.raw(text).execute(transaction);
      },
    };
  }
  return migrations;
}
