import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { SnapshotHeader } from "./snapshot-file.ts";

/*
 * A database knows the tokens of the snapshots that were made of it. The token is committed after all changes that the snapshot
 * includes, so that a database that has the token has these changes too: also one that was restored from a backup, or failed over.
 */

/** Older snapshots are of no use: deletions are kept for as long (prune-tombstones.ts). */
const KEPT = "31 days";

export async function rememberToken(db: Db, { token, revision }: SnapshotHeader): Promise<void> {
  await sql`
    with expired as (
      delete from listing_index_snapshots
      where created_at < now() - ${KEPT}::interval
    )
    insert into listing_index_snapshots (token, revision, newest_migration)
    select ${token}::uuid, ${revision}::bigint, max(name)
    from schema_migrations`.execute(db);
}

/** Whether the snapshot is of this database, and no migration has changed it since. */
export async function isTokenKnown(db: Db, { token, revision }: SnapshotHeader): Promise<boolean> {
  const { rows } = await sql`
    select
    from listing_index_snapshots
    where token = ${token}::uuid
      and revision = ${revision}::bigint
      and newest_migration = (select max(name) from schema_migrations)`.execute(db);
  return rows.length === 1;
}

/** How many listings have changed after the revision, counted up to `limit`. Index: listings_revision. */
export async function countChanged(db: Db, revision: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (
      select
      from listings
      where revision > ${revision}
      limit ${limit}
    ) changed`.execute(db);
  return rows[0]?.count ?? 0;
}
