import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

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
