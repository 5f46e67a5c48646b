import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";

/**
 * Deletes the next listings of a source in the order of their keys, with their photos and history; each leaves a tombstone.
 *
 * Index: listings (source_id, listing_key). Expected: `limit` rows, with some 25 photos each.
 *
 * @param after the last key of the previous batch: entries of deleted rows are not read again. "" for the first batch.
 * @returns how many were deleted, and the last key; null when none was left.
 */
export async function deleteListingsOfSource(
  db: Db,
  { sourceId, after, limit }: { sourceId: number; after: string; limit: number },
): Promise<{ deleted: number; lastKey: string | null }> {
  const { rows } = await sql<{ deleted: number; last_key: string | null }>`
    with batch as (
      select id, listing_key
      from listings
      where source_id = ${sourceId}
        and listing_key >= ${after}
      order by listing_key
      limit ${limit}
    ), gone as (
      delete from listings
      using batch
      where listings.id = batch.id
      returning batch.listing_key
    )
    select count(*)::integer as deleted, max(listing_key) as last_key
    from gone`.execute(db);
  const [{ deleted, last_key }] = rows as [{ deleted: number; last_key: string | null }];
  return { deleted, lastKey: last_key };
}
