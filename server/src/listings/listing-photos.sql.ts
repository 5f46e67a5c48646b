import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isPublic } from "./public-listings.sql.ts";

export type ListingPhoto = { id: number; url: string; caption: string | null; image_of: string | null };

/** A listing's photos, the preferred one first; none of a listing that is gone, or not for the public. */
export type ListingWithPhotos = { id: number; revision: number; photos: ListingPhoto[] };

/**
 * The photos of the listings that have changed after `revision`, in the order of their changes.
 *
 * Index: listings_revision, listing_tombstones_revision, range scans that stop at the limit; listing_photos (listing_id, url), some
 * 25 rows each.
 */
export async function photosChangedAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<ListingWithPhotos[]> {
  const { rows } = await sql<ListingWithPhotos>`
    (
    select id, revision,
      case when ${isPublic} then photos.photos else '[]' end as photos
    from listings,
      lateral (
        select coalesce(
          json_agg(
            json_build_object('id', id, 'url', url, 'caption', caption, 'image_of', image_of)
            order by position
          ),
          '[]'
        ) as photos
        from listing_photos
        where listing_photos.listing_id = listings.id
      ) photos
    where revision > ${revision}
    order by revision
    limit ${limit}
    )
    union all
    (
      select listing_id, revision, '[]'
      from listing_tombstones
      where revision > ${revision}
      order by revision
      limit ${limit}
    )
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}

/** Where a photo stands: `listing` is its listing's row. */
export type PlacedPhoto = { id: number; listing: number; url: string; position: number };

/** Some photos of public listings as they are now; those that are gone are left out. Index: listing_photos_pkey. */
export async function publicPhotos(db: Db, ids: readonly number[]): Promise<PlacedPhoto[]> {
  const { rows } = await sql<PlacedPhoto>`
    select listing_photos.id, listings.id as listing, url, position
    from listing_photos
    join listings on listings.id = listing_photos.listing_id
    where listing_photos.id = any(${ids}::bigint[])
      and ${isPublic}`.execute(db);
  return rows;
}
