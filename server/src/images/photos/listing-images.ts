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

export type ListingPicturesRow = {
  listing_id: number;
  revision: number;
  photos: number[];
  enrichments: number[];
  /** Photos that are removed from search. */
  unembedded: number[];
  /** Photos whose descriptions are hidden. */
  undescribed: number[];
};

/** Rows after that revision, in order. Index: listing_images_revision. */
export async function listingPicturesAfter(
  db: Db,
  revision: number,
  limit: number,
): Promise<ListingPicturesRow[]> {
  const { rows } = await sql<ListingPicturesRow>`
    select listing_id, revision, photo_ids::float8[] as photos, enrichment_ids as enrichments,
      unembedded_ids::float8[] as unembedded, undescribed_ids::float8[] as undescribed
    from listing_images
    where revision > ${revision}
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}

/** One picture of one listing. */
export type ListingPicture = { listingId: number; enrichmentId: number };
export type PhotoOfListing = ListingPicture & { photoId: number };

/**
 * The photos that show these pictures, without photos that are removed from search.
 *
 * Index: listing_images_pkey. Expected: some hundred.
 */
export async function photosOfPictures(
  db: Db,
  pictures: readonly ListingPicture[],
): Promise<PhotoOfListing[]> {
  const { rows } = await sql<PhotoOfListing>`
    select asked.listing_id as "listingId", asked.enrichment_id as "enrichmentId",
      photo_ids[array_position(enrichment_ids, asked.enrichment_id)] as "photoId"
    from unnest(
      ${pictures.map(({ listingId }) => listingId)}::bigint[],
      ${pictures.map(({ enrichmentId }) => enrichmentId)}::integer[]
    ) as asked (listing_id, enrichment_id)
    join listing_images using (listing_id)
    where asked.enrichment_id = any(enrichment_ids)
      and photo_ids[array_position(enrichment_ids, asked.enrichment_id)] <> all(unembedded_ids)`.execute(db);
  return rows;
}
