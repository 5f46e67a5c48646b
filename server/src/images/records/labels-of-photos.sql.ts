import { sql } from "kysely";
import type { Feature, RoomType } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, type LabelScope, ownFirst } from "./label-scope.ts";

/** A feature added to a photo manually. */
export type AddedFeature = { id: number; key: string; label: string; category: string };

/** The labels of a photo: manual ones, and those of its picture's enrichment. */
export type PhotoLabels = {
  photo: number;
  /** Null before the enrichment, and after its deletion. */
  description: string | null;
  /** The manual label, else the enrichment's; null without either. */
  room_type: RoomType | null;
  confidence: number;
  manually_set: boolean;
  /** From the enrichment. */
  features: Feature[];
  /** Of several with one key, the first has precedence. */
  added: AddedFeature[];
};

/**
 * The labels of some photos of listings; manual labels in the scope have precedence. A photo whose description was
 * deleted has only manual labels.
 *
 * Index: listing_images_pkey, image_enrichments_pkey, image_room_types_photo, image_features_photo. Expected: some
 * hundred photos.
 */
export async function labelsOfPhotos(
  db: Db,
  photos: readonly { id: number; listing: number }[],
  scope: LabelScope,
): Promise<Map<number, PhotoLabels>> {
  const { rows } = await sql<PhotoLabels>`
    select wanted.photo, enrichment.description,
      coalesce(by_hand.room_type, enrichment.room_type) as room_type,
      coalesce(by_hand.confidence, enrichment.room_confidence, 0) as confidence,
      by_hand.photo_id is not null as manually_set,
      coalesce(enrichment.features, '[]') as features,
      (
        select coalesce(
          json_agg(
            json_build_object('id', id, 'key', key, 'label', label, 'category', category)
            order by ${ownFirst(scope)}, id
          ),
          '[]'
        )
        from image_features
        where image_features.photo_id = wanted.photo and ${isInScope(scope)}
      ) as added
    from unnest(
      ${photos.map(({ id }) => id)}::bigint[],
      ${photos.map(({ listing }) => listing)}::bigint[]
    ) as wanted (photo, listing)
    left join listing_images on listing_images.listing_id = wanted.listing
      and wanted.photo <> all(undescribed_ids)
    left join image_enrichments enrichment on enrichment.id = enrichment_ids[array_position(photo_ids, wanted.photo)]
    left join lateral (
      select photo_id, room_type, confidence
      from image_room_types
      where image_room_types.photo_id = wanted.photo and ${isInScope(scope)}
      order by ${ownFirst(scope)}, set_at desc, id desc
      limit 1
    ) by_hand on true`.execute(db);
  return new Map(rows.map((row) => [row.photo, row]));
}
