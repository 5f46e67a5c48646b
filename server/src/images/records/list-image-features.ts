import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { ImageParams } from "./image-records.schemas.ts";
import { visibleImage } from "./visible-image.ts";

/**
 * The features of a photo: manually added ones first, then the enrichment's.
 *
 * @throws AppError 404 `Image not found`.
 */
export async function listImageFeatures(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  { image_id }: ImageParams,
) {
  const { features } = await visibleImage(ctx, image_id);
  return { image_id: String(image_id), features };
}
