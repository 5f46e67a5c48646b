import type { Db } from "../platform/database/database.ts";

/**
 * The photos of a listing in their order, by its row.
 *
 * Index: listing_photos_listing_id_url_key. Expected: some 25 rows.
 */
export async function photosOfListing(db: Db, listing: number): Promise<{ id: number; position: number }[]> {
  return db
    .selectFrom("listing_photos")
    .select(["id", "position"])
    .where("listing_id", "=", listing)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/**
 * Of these photos those that some listing still has, public or not.
 *
 * Index: listing_photos_pkey. Expected: some hundred rows.
 */
export async function photosStillThere(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("listing_photos").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}
