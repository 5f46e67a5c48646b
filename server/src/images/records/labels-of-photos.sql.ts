import { sql } from "kysely";
import type { Feature, RoomType } from "../../models/index.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, type LabelScope, ownFirst } from "./label-scope.ts";

/** A feature that somebody has added to a photo. */
export type AddedFeature = { id: number; key: string; label: string; category: string };

/** What is known of a photo: by people, and of its picture by models. */
export type PhotoLabels = {
  photo: number;
  /** Null before a model has read it, and when its description was taken away. */
  description: string | null;
  /** People's word, else a model's; null when there is neither. */
  room_type: RoomType | null;
  confidence: number;
  manually_set: boolean;
  /** Of models. */
  features: Feature[];
  /** Of one key, the first counts. */
  added: AddedFeature[];
};

/**
 * What is said of some photos of listings; people's word stands first, as far as it is in the scope. Of a photo whose description was taken away nothing is
 * left but what people say.
 *
 * Index: listing_images_pkey, image_enrichments_pkey, image_room_types_photo, image_features_photo. Expected: some hundred photos.
 */
export async function labelsOfPhotos(
  db: Db,
  photos: readonly { id: number; listing: number }[],
  scope: LabelScope,
): Promise<Map<number, PhotoLabels>> {
  const { rows } = await sql<PhotoLabels>`
    select asked.photo, told.description,
      coalesce(by_hand.room_type, told.room_type) as room_type,
      coalesce(by_hand.confidence, told.room_confidence, 0) as confidence,
      by_hand.photo_id is not null as manually_set,
      coalesce(told.features, '[]') as features,
      (
        select coalesce(
          json_agg(
            json_build_object('id', id, 'key', key, 'label', label, 'category', category)
            order by ${ownFirst(scope)}, id
          ),
          '[]'
        )
        from image_features
        where image_features.photo_id = asked.photo and ${isInScope(scope)}
      ) as added
    from unnest(
      ${photos.map(({ id }) => id)}::bigint[],
      ${photos.map(({ listing }) => listing)}::bigint[]
    ) as asked (photo, listing)
    left join listing_images on listing_images.listing_id = asked.listing
      and asked.photo <> all(undescribed_ids)
    left join image_enrichments told on told.id = enrichment_ids[array_position(photo_ids, asked.photo)]
    left join lateral (
      select photo_id, room_type, confidence
      from image_room_types
      where image_room_types.photo_id = asked.photo and ${isInScope(scope)}
      order by ${ownFirst(scope)}, set_at desc, id desc
      limit 1
    ) by_hand on true`.execute(db);
  return new Map(rows.map((row) => [row.photo, row]));
}
