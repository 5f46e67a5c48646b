import type { Db } from "../platform/database/database.ts";

/**
 * The listings of a source, public or not, page by page.
 *
 * Index: listings_source_id_listing_key_key. Expected: at most `limit` rows.
 */
export async function listingIdsOfSource(
  db: Db,
  { sourceId, after, limit }: { sourceId: number; after: string; limit: number },
): Promise<{ id: number; listing_key: string }[]> {
  return db
    .selectFrom("listings")
    .select(["id", "listing_key"])
    .where("source_id", "=", sourceId)
    .where("listing_key", ">", after)
    .orderBy("listing_key")
    .limit(limit)
    .execute();
}
