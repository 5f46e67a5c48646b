import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** A photo as a listing shows it. */
export type PlacedImage = {
  photoId: number;
  listingId: number;
  enrichmentId: number;
  /** Whether searches find it. */
  isEmbedded: boolean;
  /** Whether its description and features are shown. */
  isDescribed: boolean;
};

/**
 * These photos at their listings, with the state of their data; deleted photos and photos of listings that are not
 * public are left out.
 *
 * Index: listing_images_pkey; image_vectors_pkey; image_enrichments_pkey. Expected: some thousand.
 */
export async function placedImages(
  db: Db,
  photos: readonly { id: number; listing: number }[],
): Promise<PlacedImage[]> {
  const { rows } = await sql<PlacedImage>`
    select asked.photo_id::float8 as "photoId", listing_id::float8 as "listingId", shown.enrichment_id as "enrichmentId",
      asked.photo_id <> all(unembedded_ids)
        and exists (select 1 from image_vectors where image_vectors.enrichment_id = shown.enrichment_id) as "isEmbedded",
      asked.photo_id <> all(undescribed_ids)
        and exists (select 1 from image_enrichments where id = shown.enrichment_id and vision_model is not null) as "isDescribed"
    from unnest(
      ${photos.map(({ id }) => id)}::bigint[],
      ${photos.map(({ listing }) => listing)}::bigint[]
    ) as asked (photo_id, listing_id)
    join listing_images using (listing_id)
    cross join lateral (
      select enrichment_ids[array_position(photo_ids, asked.photo_id)] as enrichment_id
    ) shown
    where asked.photo_id = any(photo_ids)`.execute(db);
  return rows;
}
