import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A listing's photos in their order, and the enrichment of each. */
export type ListingImages = {
  listingId: number;
  /** Null when the listing is deleted. */
  sourceId: number | null;
  photoIds: number[];
  enrichmentIds: number[];
};

/**
 * Stores which pictures the listings show and their sources, under new revisions where that has changed. Call it in
 * the transaction that advances the cursor: one worker at a time stores, so that revisions become visible in order.
 *
 * Index: listing_images_pkey. Expected: some hundred listings, some 25 photos each.
 */
export async function storeListingImages(db: Db, listings: readonly ListingImages[]): Promise<void> {
  if (listings.length === 0) return;
  await sql`
    insert into listing_images (listing_id, revision, source_id, photo_ids, enrichment_ids)
    select listing_id, nextval('image_revisions'), source_id, photo_ids::bigint[], enrichment_ids::integer[]
    from unnest(
      ${listings.map(({ listingId }) => listingId)}::bigint[],
      ${listings.map(({ sourceId }) => sourceId)}::integer[],
      ${listings.map(({ photoIds }) => `{${photoIds.join()}}`)}::text[],
      ${listings.map(({ enrichmentIds }) => `{${enrichmentIds.join()}}`)}::text[]
    ) as given (listing_id, source_id, photo_ids, enrichment_ids)
    on conflict (listing_id) do update set
      revision = excluded.revision,
      source_id = excluded.source_id,
      photo_ids = excluded.photo_ids,
      enrichment_ids = excluded.enrichment_ids
    where listing_images.photo_ids != excluded.photo_ids
      or listing_images.enrichment_ids != excluded.enrichment_ids
      or listing_images.source_id is distinct from excluded.source_id`.execute(db);
}
