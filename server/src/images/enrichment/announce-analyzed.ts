import { sql } from "kysely";
import { announce } from "../../event-outbox/index.ts";
import { publicPhotos } from "../../listings/index.ts";
import type { Feature } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { isInScope, PLATFORM_LABELS } from "../records/label-scope.ts";

/** The limit of announced listings for a picture that thousands of them show, such as an office's logo. */
const LISTINGS_A_PICTURE = 100;

/** Announces every photo that shows one of these pictures as analyzed, in the transaction that stores it. */
export async function announceAnalyzed(ctx: Context, enrichmentIds: readonly number[]): Promise<void> {
  if (enrichmentIds.length === 0) return;
  const photos = await photosShowing(ctx.db, enrichmentIds);
  const shown = await publicPhotos(
    ctx.db,
    photos.map(({ photo_id }) => photo_id),
  );
  const properties = new Map(shown.map(({ id, listing_id }) => [Number(id), listing_id]));
  await announce(
    ctx,
    photos.flatMap((photo) => {
      const property_id = properties.get(Number(photo.photo_id));
      if (property_id === undefined || photo.source_id === null) return [];
      return [
        {
          event: "image.analyzed" as const,
          subject: `image:${photo.photo_id}`,
          brokerageId: null,
          sourceId: photo.source_id,
          data: {
            image_id: String(photo.photo_id),
            property_id,
            room_type: photo.room_type,
            ...featureFigures(photo),
          },
        },
      ];
    }),
  );
}

type AnalyzedPhoto = {
  photo_id: number;
  source_id: number | null;
  room_type: string | null;
  room_confidence: number | null;
  features: Feature[] | null;
  /** Keys of features added by platform admins: all brokerages of the source receive the event. */
  added: string[];
};

/**
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

/** Manually added features count as certain; a photo without features has the confidence of its room. */
function featureFigures({ features, added, room_confidence }: AnalyzedPhoto) {
  const byHand = new Set(added);
  const confidences = [
    ...(features ?? []).filter(({ key }) => !byHand.has(key)).map(({ confidence }) => confidence),
    ...added.map(() => 1),
  ];
  return { features_count: confidences.length, confidence_avg: meanConfidence(confidences, room_confidence) };
}

/** The mean confidence of the features, without features that of the room; 0 to 1. */
export function meanConfidence(confidences: readonly number[], room: number | null): number {
  const sum = confidences.reduce((total, confidence) => total + confidence, 0);
  return inTenThousandths(confidences.length > 0 ? sum / confidences.length : (room ?? 0));
}

export function inTenThousandths(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}
