import type { UsesModels } from "../models/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Context } from "../platform/context.ts";
import { enrichPending } from "./enrichment/enrich-pending.ts";
import { syncPhotos } from "./photos/sync-photos.ts";
import type { UsesImages } from "./services.ts";

export const enrichImagesJob = "enrich-images";

/**
 * Synchronizes the photos of changed listings, then enriches their pending pictures. Can be stopped at any point; the
 * next run continues.
 *
 * @throws ModelError when a model does not answer.
 */
export async function enrichImages(ctx: Context<UsesImages & UsesModels & UsesPhotos>): Promise<void> {
  await syncPhotos(ctx);
  try {
    await enrichPending(ctx);
  } finally {
    await ctx.images.vectors.catchUp();
  }
}
