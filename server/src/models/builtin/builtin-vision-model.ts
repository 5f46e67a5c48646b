import type { VisionModel } from "../models.ts";
import { classifyPhoto } from "./attributes/classify-photo.ts";
import { describePhoto } from "./attributes/describe-photo.ts";
import { roomOf } from "./attributes/room-type.ts";
import { readFeatures, understand } from "./attributes/understand-photo.ts";

export type { PhotoAttribute } from "./attributes/attributes-of.ts";
export { attributesOf } from "./attributes/understand-photo.ts";

/**
 * Describes a photo by the MLS's texts and measurements only. The room comes from `ImageOf` or the caption; without
 * them it distinguishes indoors from outdoors at most.
 */
export const builtinVisionModel: VisionModel = {
  name: "builtin",
  version: "2",
  async describe(photo) {
    const { reading, looks } = await understand(photo);
    return describePhoto(photo, reading, looks, roomOf(reading, looks));
  },
  async classify(photo, labels) {
    const { reading, looks } = await understand(photo);
    return classifyPhoto(reading, roomOf(reading, looks), labels);
  },
  features: readFeatures,
};
