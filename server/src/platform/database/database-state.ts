import { sql } from "kysely";
import type { Db } from "./database.ts";
import { MIGRATIONS_TABLE } from "./migrate.ts";

export type AppliedMigrations = { applied: number; latest: string };

/** The migrations that were applied to the database. */
export async function appliedMigrations(db: Db): Promise<AppliedMigrations> {
  const { rows } = await sql<AppliedMigrations>`
    select count(*) as applied, max(name) as latest
    from ${sql.table(MIGRATIONS_TABLE)}`.execute(db);
  return rows[0] as AppliedMigrations;
}

/** PostgreSQL's version, such as 17.5, without the distribution's suffix. */
export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]?.version as string;
}
