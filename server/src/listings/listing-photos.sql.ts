import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { changesAfter } from "./change-log.sql.ts";
import { isPublic } from "./statuses.ts";

export type ListingPhoto = {
  id: number;
  url: string;
  caption: string | null;
  image_of: string | null;
  /** When its MLS last changed it, as JSON has it. */
  modified_at: string | null;
};

/** A listing's photos, the preferred one first; none of a listing that is gone, or not for the public. */
export type ListingWithPhotos = {
  id: number;
  revision: number;
  /** Null when the listing is gone. */
  source_id: number | null;
  photos: ListingPhoto[];
};

const withPhotos = sql`
  source_id,
  case when ${isPublic} then (
    select coalesce(
      json_agg(
        json_build_object(
          'id', id, 'url', url, 'caption', caption, 'image_of', image_of, 'modified_at', modified_at
        )
        order by position
      ),
      '[]'
    )
    from listing_photos
    where listing_photos.listing_id = listings.id
  ) else '[]' end as photos`;

/**
 * The photos of the listings that have changed after `revision`, in the order of their changes.
 *
 * Index: see `changesAfter`; listing_photos (listing_id, url), some 25 rows each.
 */
export function photosChangedAfter(db: Db, revision: number, limit: number): Promise<ListingWithPhotos[]> {
  return changesAfter(db, withPhotos, { revision, limit });
}

/** The photos of these listings as they are now. Index: listings_pkey; listing_photos (listing_id, url), some 25 rows each. */
export async function photosOfListings(db: Db, ids: readonly number[]): Promise<ListingWithPhotos[]> {
  const { rows } = await sql<ListingWithPhotos>`
    select id, revision, ${withPhotos}
    from listings
    where id = any(${ids}::bigint[])
    order by id`.execute(db);
  return rows;
}

/** Where a photo stands: `listing` is its listing's row, `listing_id` what the API calls that. */
export type PlacedPhoto = { id: number; listing: number; listing_id: string; url: string; position: number };

/**
 * Some photos of public listings as they are now, of these sources (null: of all); those that are gone are left out.
 *
 * Index: listing_photos_pkey.
 */
export async function publicPhotos(
  db: Db,
  ids: readonly number[],
  sourceIds: readonly number[] | null = null,
): Promise<PlacedPhoto[]> {
  const { rows } = await sql<PlacedPhoto>`
    select listing_photos.id, listings.id as listing, listings.listing_id, url, position
    from listing_photos
    join listings on listings.id = listing_photos.listing_id
    where listing_photos.id = any(${ids}::bigint[])
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows;
}

/** The photos of a listing in their order, by its row. Index: listing_photos_listing_id_url_key. */
export async function photosOfListing(db: Db, listing: number): Promise<{ id: number; position: number }[]> {
  return db
    .selectFrom("listing_photos")
    .select(["id", "position"])
    .where("listing_id", "=", listing)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Of these photos those that some listing still has, public or not. Index: listing_photos_pkey. */
export async function photosStillThere(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("listing_photos").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}
