import type { Context } from "../context.ts";
import { enrichPending } from "./enrichment/enrich-pending.ts";
import { syncPhotos } from "./photos/sync-photos.ts";

export const enrichImagesJob = "read-images";

/**
 * Makes what has changed of the listings' photos findable: which there are first, then what models make of those that nobody
 * has read. It may be stopped anywhere; the next run goes on.
 *
 * @throws ModelError when a model does not answer.
 */
export async function enrichImages(ctx: Context): Promise<void> {
  await syncPhotos(ctx);
  try {
    await enrichPending(ctx);
  } finally {
    await ctx.imageVectors.catchUp();
  }
}
