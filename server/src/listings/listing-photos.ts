import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isShown, photosOf, pictureUrl } from "./shown-photos.ts";

/**
 * Where the shown photos of a listing are stored, in their order.
 *
 * Index: listings_listing_id_key, listing_photos_identity. Expected: some 25 rows.
 */
export async function picturesOfListing(db: Db, listingId: string): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select picture.url
    from listings
    cross join lateral (
      select ${pictureUrl} as url, position
      ${photosOf("listings")}
        and ${isShown}
    ) as picture
    where listings.listing_id = ${listingId}
    order by position`.execute(db);
  return rows.map(({ url }) => url);
}

/**
 * The photos of a listing in their order, by its row.
 *
 * Index: listing_photos_identity. Expected: some 25 rows.
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
 * When the photos of these listings of a source were modified, as their MLS says.
 *
 * Index: listings_source_id_listing_key_key, listing_photos_identity. Expected: some 25 rows a listing.
 */
export async function storedPhotoTimes(
  db: Db,
  sourceId: number,
  keys: readonly string[],
): Promise<{ listing_key: string; media_key: string | null; modified_at: Date | null }[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom("listings")
    .innerJoin("listing_photos", "listing_photos.listing_id", "listings.id")
    .select(["listing_key", "media_key", "modified_at"])
    .where("source_id", "=", sourceId)
    .where(sql<boolean>`listing_key = any(${keys}::text[])`)
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
