import { measureInThread } from "./builtin/attributes/photo-threads.ts";

/**
 * The technical quality of a photo, 0 to 1: resolution (up to 800 pixels, the size of a card), sharpness, exposure and
 * contrast. It is measured by the builtin models' threads with every MODEL_PROVIDER, so values are comparable; bytes
 * that were measured already are not decoded again.
 *
 * @throws ModelError bad_image
 */
export async function photoQuality(bytes: Buffer): Promise<number> {
  return (await measureInThread(bytes)).quality;
}
