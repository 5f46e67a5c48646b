import { setImmediate } from "node:timers/promises";
import type { ImageModel } from "../models.ts";
import { DIMENSIONS, photoVector, textVector } from "./attributes/attribute-vector.ts";
import { measureInThread } from "./attributes/photo-threads.ts";

/** Texts embedded before yielding: a few milliseconds. */
const TEXTS_A_TURN = 32;

/**
 * The image model without model files. Photos and texts share a space of attributes (room, colours, light, greenery,
 * sky, wood, features) and caption words; the layout of colours and edges finds near copies of a photo. It uses the
 * MLS's texts and measurements, and recognizes no objects.
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
