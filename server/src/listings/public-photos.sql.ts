import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { isShown, shownUrl } from "./shown-photos.ts";
import { isPublic } from "./statuses.ts";

/** Where a photo stands: `listing` is its listing's row, `listing_id` what the API calls that. */
export type PlacedPhoto = { id: number; listing: number; listing_id: string; url: string; position: number };

/**
 * Some photos of public listings as they are now, of these sources (null: of all); those that are gone, or that models may not read,
 * are left out.
 *
 * Index: listing_photos_pkey, listings_pkey. Expected: some hundred rows.
 */
export async function publicPhotos(
  db: Db,
  ids: readonly number[],
  sourceIds: readonly number[] | null = null,
): Promise<PlacedPhoto[]> {
  const { rows } = await sql<PlacedPhoto & { source_id: number }>`
    select listing_photos.id, listings.id as listing, listings.listing_id, source_id, ${shownUrl} as url, position
    from listing_photos
    join listings on listings.id = listing_photos.listing_id
    join sources on sources.id = listings.source_id
    where listing_photos.id = any(${ids}::bigint[])
      and ${isShown}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  if (rows.length === 0) return [];
  const hidingOf = await readHiding(db);
  return rows.flatMap(({ source_id, ...photo }) => {
    const { hidden, ai } = hidingOf(source_id);
    return ai && !hidden?.has("photos") ? [photo] : [];
  });
}
