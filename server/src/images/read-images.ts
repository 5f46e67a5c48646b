import type { Context } from "../context.ts";
import { notePhotos } from "./photos/note-photos.ts";
import { readPending } from "./reading/read-pending.ts";

export const readImagesJob = "read-images";

/**
 * Makes what has changed of the listings' photos findable: which there are first, then what models make of those that nobody
 * has read. It may be stopped anywhere; the next run goes on.
 *
 * @throws ModelError when a model does not answer.
 */
export async function readImages(ctx: Context): Promise<void> {
  await notePhotos(ctx);
  try {
    await readPending(ctx);
  } finally {
    await ctx.imageVectors.catchUp();
  }
}
