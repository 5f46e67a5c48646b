import type { UsesModels } from "../models/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Context } from "../platform/context.ts";
import { notePhotos } from "./photos/note-photos.ts";
import { readPending } from "./reading/read-pending.ts";
import type { UsesImages } from "./services.ts";

export const readImagesJob = "read-images";

/**
 * Makes what has changed of the listings' photos findable: which there are first, then what models make of those that nobody
 * has read. It may be stopped anywhere; the next run goes on.
 *
 * @throws ModelError when a model does not answer.
 */
export async function readImages(ctx: Context<UsesImages & UsesModels & UsesPhotos>): Promise<void> {
  await notePhotos(ctx);
  try {
    await readPending(ctx);
  } finally {
    await ctx.images.vectors.catchUp();
  }
}
