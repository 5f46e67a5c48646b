import type { UsesBrokerages } from "../../brokerages/index.ts";
import { imagesOfPhotos, photosOfListing, type UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleListing, visiblePhotos } from "../image-scope.ts";
import type { ListingPhotos, PropertyParams } from "./image-records.schemas.ts";
import { presentPhoto } from "./present-photo.ts";
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
    .map((photo, at) => presentPhoto(photo, { image: images.get(photo.id), nth: at + 1 }));
  return { items };
}
