import { setImmediate } from "node:timers/promises";
import type { ImageModel, PhotoInput } from "../models.ts";
import {
  DIMENSIONS,
  DIMENSIONS_WITH_OBJECTS,
  photoVector,
  photoVectorWithObjects,
  textVector,
} from "./attributes/attribute-vector.ts";
import { measureInThread } from "./attributes/photo-threads.ts";
import { type Detector, look } from "./attributes/understand-photo.ts";

/** Texts embedded before yielding: a few milliseconds. */
const TEXTS_A_TURN = 32;

/**
 * The image model without model files. Photos and texts share a space of attributes (room, colours, light, greenery,
 * sky, wood, features) and caption words; the layout of colours and edges finds near copies of a photo. It uses the
 * MLS's texts and measurements, and recognizes no objects.
 */
export const builtinImageModel: ImageModel = imageModel("3", { withObjects: false }, async (photos) =>
  Promise.all(photos.map(async (photo) => photoVector(photo, await measureInThread(photo.bytes)))),
);

/**
 * The same with the things that the detector sees, and with its features beside the layout. Null: for comparisons with
 * stored vectors while the detector is unavailable; its vectors must not be stored.
 */
export function imageModelWithObjects(detector: Detector | null): ImageModel {
  const embedOne = async (photo: PhotoInput, urgent: boolean) => {
    const { measurement, seen } = await look(photo, detector, { urgent });
    return photoVectorWithObjects(photo, measurement, seen);
  };
  return imageModel("3-objects-1", { withObjects: true }, (photos) =>
    // A single photo is one for which a caller may wait; several belong to a job.
    Promise.all(photos.map((photo) => embedOne(photo, photos.length === 1))),
  );
}

function imageModel(
  version: string,
  { withObjects }: { withObjects: boolean },
  embedImages: (photos: PhotoInput[]) => Promise<Float32Array[]>,
): ImageModel {
  return {
    name: "builtin",
    version,
    dimensions: withObjects ? DIMENSIONS_WITH_OBJECTS : DIMENSIONS,
    noise: 0.1,
    embedImages,
    async embedTexts(texts) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        vectors.push(textVector(text, { withObjects }));
        if (vectors.length % TEXTS_A_TURN === 0) await setImmediate();
      }
      return vectors;
    },
  };
}
