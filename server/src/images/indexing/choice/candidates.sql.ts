import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { isWanted, shownPhotos, type Wanted } from "./images-of-listings.ts";

/** A listing with matching photos. */
export type Candidate = {
  listing_id: number;
  /** When its least recently tried photo was last tried; null: at least one was never tried. */
  tried_at: Date | null;
};

/**
 * The listings with matching photos in the page after that listing.
 *
 * Index: listing_images_pkey, image_enrichments_pkey. Expected: a page of listings, some 25 photos each.
 */
export async function candidates(
  db: Db,
  wanted: Wanted,
  { after, among, limit }: { after: number; among: readonly number[] | null; limit: number },
): Promise<{ found: Candidate[]; last: number | null }> {
  const { rows } = await sql<Candidate & { wanted: number }>`
    select listing_id::float8 as listing_id, wanted::float8 as wanted, tried_at
    from (
      select listing_id, photo_ids, enrichment_ids, unembedded_ids
      from listing_images
      where listing_id > ${after}
        and (${among}::bigint[] is null or listing_id = any(${among}::bigint[]))
      order by listing_id
      limit ${limit}
    ) listing_images
    cross join lateral (
      select count(*) as wanted, case when bool_and(tries.last is not null) then min(tries.last) end as tried_at
      from (select) here
      ${shownPhotos}
      cross join lateral (select greatest(enrichments.enriched_at, enrichments.failed_at) as last) tries
      where ${isWanted(wanted)}
    ) photos
    order by listing_id`.execute(db);
  return { found: rows.filter((row) => row.wanted > 0), last: rows.at(-1)?.listing_id ?? null };
}
