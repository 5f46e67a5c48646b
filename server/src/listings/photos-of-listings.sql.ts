import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isShown, photosOf, pictureModifiedAt, pictureUrl } from "./shown-photos.ts";
import { isPublic } from "./statuses.ts";

/** A shown photo, as the models see it. */
export type ListingPhoto = {
  id: number;
  /** Of our copy; else the address at which the picture was first seen. */
  url: string;
  caption: string | null;
  image_of: string | null;
  /** When its MLS last changed it, as JSON has it. */
  modified_at: string | null;
};

/** A listing's photos, the preferred one first; none of a listing that is gone, not for the public or not for models. */
export type ListingWithPhotos = {
  id: number;
  revision: number;
  /** Null when the listing is gone. */
  source_id: number | null;
  photos: ListingPhoto[];
};

export const withPhotos = sql`
  source_id,
  case when ${isPublic} then (
    select coalesce(
      json_agg(
        json_build_object(
          'id', listing_photos.id, 'url', ${pictureUrl}, 'caption', caption, 'image_of', image_of,
          'modified_at', ${pictureModifiedAt}
        )
        order by position
      ),
      '[]'
    )
    ${photosOf("listings")}
      and ${isShown}
  ) else '[]' end as photos`;

/** The listings without the photos that the rules of their sources, read after the rows, keep from models or visitors. */
export async function visibleToModels(db: Db, rows: ListingWithPhotos[]): Promise<ListingWithPhotos[]> {
  if (rows.length === 0) return rows;
  const hidingOf = await readHiding(db);
  return rows.map((row) => {
    const { hidden, ai } = hidingOf(row.source_id ?? 0);
    return ai ? shownFields(row, hidden) : { ...row, photos: [] };
  });
}

/**
 * The photos of these listings as they are now.
 *
 * Index: listings_pkey; listing_photos_identity. Expected: some hundred listings, some 25 photos each.
 */
export async function photosOfListings(db: Db, ids: readonly number[]): Promise<ListingWithPhotos[]> {
  const { rows } = await sql<ListingWithPhotos>`
    select id, revision, ${withPhotos}
    from listings
    where id = any(${ids}::bigint[])
    order by id`.execute(db);
  return visibleToModels(db, rows);
}
