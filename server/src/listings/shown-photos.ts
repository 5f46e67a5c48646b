import { type RawBuilder, sql } from "kysely";
import { copyAddress } from "../photos/index.ts";

/*
 * Which photos of a listing are shown, and where they are. A source with a feed that copies photos shows our copies alone: the
 * addresses of its MLS expire. Copies of a feed that was deleted stay as long as they show what the MLS has.
 */

const copy = `case when copies_photos or copy_is_current then ${copyAddress("copy_key")} end`;

/** FROM and WHERE of the photos of the listing in scope. Index: listing_photos_identity; sources, which has some rows. */
export function photosOf(listing: "listings" | "l"): RawBuilder<unknown> {
  return sql.raw(`
    from sources
    join listing_photos on listing_photos.listing_id = ${listing}.id
    where sources.id = ${listing}.source_id`);
}

/** Whether a photo is shown. */
export const isShown = sql.raw<boolean>("(copy_key is not null or not copies_photos)");

/** The address that is shown. */
export const shownUrl = sql.raw<string>(`coalesce(${copy}, url)`);

/** The address of the stored picture: the same for every address that its MLS gives to the same picture. */
export const pictureUrl = sql.raw<string>(`coalesce(${copy}, picture_url, url)`);

/** Null of a copy: its address changes when the picture does. */
export const pictureModifiedAt = sql.raw<Date | null>(`case when ${copy} is null then modified_at end`);

/** Select items of a listing: the shown photos in their order, the preferred one first, and how many the listing has. */
export function photosAndCount(listing: "listings" | "l"): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select coalesce(array_agg(${shownUrl} order by position) filter (where ${isShown}), '{}') as photos,
        count(*)::int as photos_count
      ${photosOf(listing)}
    ) as shown_photos`;
}
