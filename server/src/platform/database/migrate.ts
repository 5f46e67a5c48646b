import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { StartError } from "../config/config.ts";
import type { DB } from "./types.generated.ts";

export const MIGRATIONS = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** Where a database remembers which of them it has seen. */
export const MIGRATIONS_TABLE = "schema_migrations";

/**
 * Applies the plain SQL files of `server/migrations` that this database has not seen, in order, in one
 * transaction under a lock: any number of processes may start at once. Forward only.
 *
 * @returns the names of the migrations applied now.
 */
export async function migrate(db: Kysely<DB>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
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

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(`${MIGRATIONS}${file}`, "utf8");
    migrations[file.replace(/\.sql$/, "")] = {
      async up(transaction) {
        await sql.raw(text).execute(transaction);
      },
    };
  }
  return migrations;
}
