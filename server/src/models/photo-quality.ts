import { measureInThread } from "./builtin/attributes/photo-threads.ts";

/**
 * How good a photo is to look at, 0 to 1, by its resolution (up to 800 pixels, as much as a card shows), sharpness, exposure and
 * contrast. It is measured in the threads of the builtin models whatever MODEL_PROVIDER is, so it means the same
 * everywhere; bytes that were measured already are not read again.
 *
 * @throws ModelError bad_image
 */
export async function photoQuality(bytes: Buffer): Promise<number> {
  return (await measureInThread(bytes)).quality;
}
