import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Removes listings as their source would, where they are unchanged since `revision` but for the rules of the source. Must be called under the lock of the change log.
 *
 * Index: listings_pkey. Expected: up to 1,000 rows.
 *
 * @returns how many were removed.
 */
export async function removeListings(
  db: Db,
  { ids, revision }: { ids: number[]; revision: number },
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      update listings
      set status = 'Delete', updated_at = now()
      where id = any(${ids}::bigint[])
        and status <> 'Delete'
        and content_revision <= ${revision}
      returning id
    )
    select count(*)::integer as removed
    from removed`.execute(db);
  return (rows[0] as { removed: number }).removed;
}
