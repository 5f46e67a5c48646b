import { sql } from "kysely";
import type { Feature } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, PLATFORM_LABELS } from "../records/label-scope.ts";

/** The limit of announced listings for a picture that thousands of them show, such as an office's logo. */
const LISTINGS_A_PICTURE = 100;

export type AnalyzedPhoto = {
  photo_id: number;
  source_id: number | null;
  room_type: string | null;
  room_confidence: number | null;
  features: Feature[] | null;
  /** Keys of features added by platform admins: all brokerages of the source receive the event. */
  added: string[];
};

/**
 * The photos by which listings show these pictures, with what people say of them.
 *
 * Index: listing_images_enrichment_ids, once for each picture; image_room_types_photo, image_features_photo. Expected:
 * about 16 pictures, most of them shown by one listing.
 */
export async function photosShowing(db: Db, enrichmentIds: readonly number[]): Promise<AnalyzedPhoto[]> {
  const { rows } = await sql<AnalyzedPhoto>`
    select shown.photo_id, shown.source_id,
      coalesce(by_hand.room_type, enrichments.room_type) as room_type,
      coalesce(by_hand.confidence, enrichments.room_confidence) as room_confidence,
      enrichments.features,
      array(select key from image_features where image_features.photo_id = shown.photo_id and ${isInScope(PLATFORM_LABELS)}) as added
    from image_enrichments enrichments
    cross join lateral (
      select listing_id, source_id, photo_ids[array_position(enrichment_ids, enrichments.id)] as photo_id
      from listing_images
      where enrichment_ids @> array[enrichments.id]
      order by listing_id
      limit ${LISTINGS_A_PICTURE}
    ) shown
    left join lateral (
      select room_type, confidence
      from image_room_types
      where image_room_types.photo_id = shown.photo_id and ${isInScope(PLATFORM_LABELS)}
      limit 1
    ) by_hand on true
    where enrichments.id = any(${enrichmentIds}::integer[])
    order by enrichments.id, shown.listing_id`.execute(db);
  return rows;
}
