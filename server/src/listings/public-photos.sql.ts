import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isShown, shownUrl } from "./shown-photos.ts";
import { isPublic } from "./statuses.ts";

/** Where a photo stands: `listing` is its listing's row, `listing_id` what the API calls that. */
export type PlacedPhoto = { id: number; listing: number; listing_id: string; url: string; position: number };

/**
 * Some photos of public listings as they are now, of these sources (null: of all); those that are gone are left out.
 *
 * Index: listing_photos_pkey, listings_pkey. Expected: some hundred rows.
 */
export async function publicPhotos(
  db: Db,
  ids: readonly number[],
  sourceIds: readonly number[] | null = null,
): Promise<PlacedPhoto[]> {
  const { rows } = await sql<PlacedPhoto>`
    select listing_photos.id, listings.id as listing, listings.listing_id, ${shownUrl} as url, position
    from listing_photos
    join listings on listings.id = listing_photos.listing_id
    join sources on sources.id = listings.source_id
    where listing_photos.id = any(${ids}::bigint[])
      and ${isShown}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows;
}
