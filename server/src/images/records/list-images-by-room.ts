import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleListings, visiblePhotos } from "../image-scope.ts";
import { PictureScores, pageOfPhotos } from "../search/page-of-photos.ts";
import type { UsesImages } from "../services.ts";
import type { ImagesOfRoomQuery, RoomParams } from "./image-records.schemas.ts";
import { labelsFor } from "./label-scope.ts";
import { eachPictureInRoom, manualRooms } from "./rooms.ts";
import { shownPhotos } from "./shown-photos.ts";

/**
 * The photos of a room type, from manual labels or enrichments, by descending confidence, then by id. Photos without a
 * room type are not listed.
 */
export async function listImagesByRoom(
  ctx: ActorContext<UsesImages & UsesListings>,
  { room_type, limit, offset }: RoomParams & ImagesOfRoomQuery,
) {
  await ctx.images.vectors.start();
  const scores = new PictureScores(ctx.images.vectors);
  const [listings, byHand] = await Promise.all([
    visibleListings(ctx),
    manualRooms(ctx.db, room_type, labelsFor(ctx.actor)),
    eachPictureInRoom(ctx.db, room_type, (enrichment, confidence) => scores.set(enrichment, confidence)),
  ]);
  const { photos, total } = await pageOfPhotos(ctx.images.vectors, {
    listings,
    findable: false,
    scores,
    byHand,
    describedOnly: true,
    offset,
    limit,
  });
  const shown = await shownPhotos(
    ctx,
    photos.map(({ id }) => id),
    await visiblePhotos(ctx),
  );
  const results = photos.flatMap(({ id }) => {
    const photo = shown.get(id);
    if (!photo) return [];
    return [
      {
        image_id: String(id),
        property_id: photo.listingId,
        url: photo.url,
        description: photo.description,
        confidence: Math.round(photo.confidence * 10_000) / 10_000,
        features: photo.features.map(({ key }) => key),
      },
    ];
  });
  return { room_type, results, total, limit, offset };
}
