import {
  currentModels,
  type ImportedEnrichment,
  importEnrichments,
  type UsesImages,
} from "../../../server/src/images/index.ts";
import type { UsesModels } from "../../../server/src/models/index.ts";
import type { Context } from "../../../server/src/platform/context.ts";
import { photoAddressOf, photoCatalog } from "../photo-catalog.ts";
import { type PhotoIndex, readPhotoIndex } from "./photo-index.ts";

/**
 * Has the demo's photos found from the first moment on: what the builtin models make of them comes with the product. With any
 * other model nothing is done, and the job reads them.
 */
export async function storePhotoIndex(ctx: Context<UsesImages & UsesModels>): Promise<void> {
  const index = await readPhotoIndex();
  if (index.enrichedBy === currentModels(ctx)) await importEnrichments(ctx, demoEnrichments(index));
}

/** The catalogue's photos as listings have them, with what is known of each. */
export function demoEnrichments({ photos }: PhotoIndex): ImportedEnrichment[] {
  return photoCatalog().flatMap((photo) => {
    const known = photos[photo.file];
    if (!known) return [];
    return [{ url: photoAddressOf(photo), caption: photo.caption, image_of: photo.imageOf, ...known }];
  });
}
