import type { UsesBrokerages } from "../../brokerages/index.ts";
import { imagesOfPhotos, photosOfListing, type UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleListing, visiblePhotos } from "../image-scope.ts";
import type { ListingPhotos, PropertyParams } from "./image-records.schemas.ts";
import { shownPhotos } from "./shown-photos.ts";

/**
 * The photos of a listing in order: what the page that corrects their labels shows.
 *
 * @throws AppError 404 `Property not found`.
 */
export async function listListingPhotos(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  { property_id }: PropertyParams,
): Promise<ListingPhotos> {
  const listing = await visibleListing(ctx, property_id);
  const ids = (await photosOfListing(ctx.db, listing.id)).map(({ id }) => id);
  const photos = await shownPhotos(ctx, ids, await visiblePhotos(ctx));
  const images = await imagesOfPhotos(ctx.db, listing.id);
  const items = ids
    .flatMap((id) => photos.get(id) ?? [])
    .map((photo, nth) => {
      const image = images.get(photo.id);
      return {
        image_id: String(photo.id),
        image: image ? { ...image, alt: `Photo ${nth + 1}` } : null,
        room_type: photo.roomType,
        confidence: photo.confidence,
        manually_set: photo.manuallySet,
        description: photo.description,
        features: photo.features,
      };
    });
  return { items };
}
