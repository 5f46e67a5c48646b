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
 * Makes the demo's photos searchable at once: the builtin models' output for them ships with the product. With any
 * other model nothing is stored, and the job enriches them.
 */
export async function storePhotoIndex(ctx: Context<UsesImages & UsesModels>): Promise<void> {
  const index = await readPhotoIndex(currentModels(ctx));
  if (index) await importEnrichments(ctx, demoEnrichments(index));
}

/** The catalogue's photos as they are in listings, with the shipped output for each. */
export function demoEnrichments({ photos }: PhotoIndex): ImportedEnrichment[] {
  return photoCatalog().flatMap((photo) => {
    const known = photos[photo.file];
    if (!known) return [];
    return [{ url: photoAddressOf(photo), caption: photo.caption, image_of: photo.imageOf, ...known }];
  });
}
