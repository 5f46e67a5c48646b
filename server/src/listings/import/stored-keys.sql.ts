import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type StoredKey = { id: number; listing_key: string; listing_id: string };

/**
 * The next listings of a source in the order of their keys: those that are not removed, and unchanged since `revision` but for
 * the rules of the source.
 *
 * Index: listings_source_id_listing_key_key. Expected: `limit` rows.
 *
 * @param after the last key of the previous page; "" for the first one.
 */
export async function storedKeys(
  db: Db,
  { sourceId, revision, after, limit }: { sourceId: number; revision: number; after: string; limit: number },
): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, listing_key, listing_id
    from listings
    where source_id = ${sourceId}
      and listing_key > ${after}
      and status <> 'Delete'
      and content_revision <= ${revision}
    order by listing_key
    limit ${limit}`.execute(db);
  return rows;
}
