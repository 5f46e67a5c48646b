import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../config/config.ts";
import type { DB } from "./types.generated.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** The table of applied migrations. */
export const MIGRATIONS_TABLE = "schema_migrations";

/**
 * Applies the pending SQL files of `server/migrations`, in order, in one transaction under a lock, so that processes
 * may start concurrently. Forward only.
 *
 * @returns the names of the migrations applied now.
 */
export async function migrate(db: Kysely<DB>, folder = MIGRATIONS): Promise<string[]> {
  if (await isCurrent(db, folder)) return [];
  return db.connection().execute(async (connection) => {
    // Creating an index on a large table, or waiting for the process that does, exceeds the timeout of requests.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await applyMissing(connection, folder);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
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
    throw new StartError(`The database cannot be migrated${failed ? ` (${failed})` : ""}: ${reason}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Kysely's migrator inspects every table first, which most starts can skip. */
async function isCurrent(db: Kysely<DB>, folder: string): Promise<boolean> {
  const { rows } = await sql`select to_regclass(${MIGRATIONS_TABLE}) as found`.execute(db);
  if ((rows[0] as { found: string | null }).found === null) return false;
  const { rows: applied } = await sql<{ name: string }>`
    select name
    from ${sql.table(MIGRATIONS_TABLE)}
    order by name`.execute(db);
  const names = await migrationNames(folder);
  return applied.map(({ name }) => name).join() === names.join();
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
