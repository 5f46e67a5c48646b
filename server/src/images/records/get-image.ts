import type { UsesBrokerages } from "../../brokerages/index.ts";
import { imagesOfPhotos, type UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { ImageParams, ListingPhoto } from "./image-records.schemas.ts";
import { presentPhoto } from "./present-photo.ts";
import { visibleImage } from "./visible-image.ts";

/**
 * A photo with its room and features: what an edit of them is based on.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function getImage(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  { image_id }: ImageParams,
): Promise<ListingPhoto> {
  const photo = await visibleImage(ctx, image_id);
  const images = await imagesOfPhotos(ctx.db, photo.listing);
  return presentPhoto(photo, { image: images.get(photo.id), nth: photo.position + 1 });
}
