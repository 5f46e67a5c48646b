import { setImmediate } from "node:timers/promises";
import type { ImageModel } from "../models.ts";
import { DIMENSIONS, photoVector, textVector } from "./attributes/attribute-vector.ts";
import { measureInThread } from "./attributes/photo-threads.ts";

/** Texts that are done before others get their turn: some milliseconds. */
const TEXTS_A_TURN = 32;

/**
 * The image model that needs no files: a space of attributes (room, colours, light, greenery, sky, wood, features) that
 * photos and words both map to, the words of captions, and the layout of colours and edges, by which near copies find each
 * other. It knows what an MLS says of a photo and what can be measured, and recognises nothing.
 */
export const builtinImageModel: ImageModel = {
  name: "builtin",
  version: "2",
  dimensions: DIMENSIONS,
  noise: 0.1,
  async embedImages(photos) {
    return Promise.all(photos.map(async (photo) => photoVector(photo, await measureInThread(photo.bytes))));
  },
  async embedTexts(texts) {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(textVector(text));
      if (vectors.length % TEXTS_A_TURN === 0) await setImmediate();
    }
    return vectors;
  },
};
