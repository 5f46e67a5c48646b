import type { VisionModel } from "../models.ts";
import { classifyPhoto } from "./attributes/classify-photo.ts";
import { describePhoto } from "./attributes/describe-photo.ts";
import { type Detector, featuresAmong, understand } from "./attributes/understand-photo.ts";

export type { PhotoAttribute } from "./attributes/attributes-of.ts";
export { attributesOf } from "./attributes/understand-photo.ts";

/**
 * Describes a photo by the MLS's texts and measurements only. The room comes from `ImageOf` or the caption; without
 * them it distinguishes indoors from outdoors at most.
 */
export const builtinVisionModel: VisionModel = visionModel("3", null);

/** The same with the things that the detector sees, and the room that they are evidence of. */
export function visionModelWithObjects(detector: Detector): VisionModel {
  return visionModel("3-objects-1", detector);
}

function visionModel(version: string, detector: Detector | null): VisionModel {
  return {
    name: "builtin",
    version,
    async describe(photo) {
      const { reading, ...shown } = await understand(photo, detector);
      return describePhoto(photo, reading, shown);
    },
    async classify(photo, labels) {
      const { reading, room } = await understand(photo, detector);
      return classifyPhoto(reading, room, labels);
    },
    async features(photo) {
      const { reading } = await understand(photo, detector);
      return featuresAmong(reading.attributes.values());
    },
  };
}
