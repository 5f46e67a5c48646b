import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visiblePhotos } from "../image-scope.ts";
import { shownPhotos } from "../records/shown-photos.ts";
import { imageOf } from "./images-of.ts";
import type { ScoredPhoto } from "./page-of-photos.ts";

/** Photos for the admin searches, in this order; photos deleted since the search are left out. */
export async function foundImages(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  found: readonly ScoredPhoto[],
) {
  const photos = await shownPhotos(
    ctx,
    found.map(({ id }) => id),
    await visiblePhotos(ctx),
  );
  return found.flatMap(({ id, score }) => {
    const photo = photos.get(id);
    if (!photo) return [];
    const { listingId } = photo;
    return [{ listing_id: listingId, property_id: listingId, ...imageOf(photo), score, similarity: score }];
  });
}
