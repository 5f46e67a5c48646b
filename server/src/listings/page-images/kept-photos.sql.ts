import { type RawBuilder, sql } from "kysely";
import { joinStored } from "../../photos/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isShown, photosOf, pictureUrl } from "../shown-photos.ts";

/** A shown photo of a listing, and what is stored of it. */
export type KeptPhoto = {
  /** Of the stored picture. */
  address: string;
  /** See StoredPhoto; null when the picture is not stored. */
  key: string | null;
  /** Of the stored picture, else as its source says. */
  width: number | null;
  height: number | null;
  caption: string | null;
};

/**
 * The first photos of a listing in their order, as `kept.kept_photos`.
 *
 * @param most null: all.
 */
export function keptPhotos(listing: "listings" | "l", most: number | null): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select coalesce(
        json_agg(
          json_build_object(
            'address', address, 'key', storage_key, 'width', coalesce(stored_photos.width, shown.width),
            'height', coalesce(stored_photos.height, shown.height), 'caption', caption
          )
          order by position
        ),
        '[]'
      ) as kept_photos
      from (
        select ${pictureUrl} as address, position, caption, listing_photos.width, listing_photos.height
        ${photosOf(listing)}
          and ${isShown}
        order by position
        limit ${most}
      ) shown
      ${sql.raw(joinStored("shown.address"))}
    ) as kept`;
}

/** Photos that a card may show: the first one that is stored. */
const PHOTOS_A_CARD = 3;

/** Those of a listing's photos that `firstPhotos` reads. */
export function firstOf<Photo>(photos: readonly Photo[]): Photo[] {
  return photos.slice(0, PHOTOS_A_CARD);
}

/**
 * The first photos of these listings, by their ids.
 *
 * Index: listings_pkey, listing_photos_identity, stored_photos_pkey. Expected: at most 100 listings.
 */
export async function firstPhotos(db: Db, ids: readonly number[]): Promise<Map<number, KeptPhoto[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; kept_photos: KeptPhoto[] }>`
    select listings.id, kept_photos
    from listings
    ${keptPhotos("listings", PHOTOS_A_CARD)}
    where listings.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, kept_photos }) => [id, kept_photos]));
}
