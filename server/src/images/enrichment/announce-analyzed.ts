import { announce } from "../../event-outbox/index.ts";
import { publicPhotos } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { type AnalyzedPhoto, photosShowing } from "./photos-showing.sql.ts";

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
