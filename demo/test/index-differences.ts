import { cosine16 } from "../../server/src/platform/vectors/quantized.ts";
import type { PhotoIndex } from "../src/photo-index/photo-index.ts";

export const HOW_TO_UPDATE = "run `npm run generate:demo-index`";

type Enrichment = PhotoIndex["photos"][string];

/** Cosine of the vectors. JPEGs of other machines differ in single pixels. */
const LEAST_COSINE = 0.995;
const CONFIDENCE_TOLERANCE = 0.05;

/** Differences between two indexes of the same photos that exceed those between machines, one line each. */
export function differences(index: PhotoIndex["photos"], fresh: PhotoIndex["photos"]): string[] {
  return Object.entries(fresh).flatMap(([file, now]) => {
    const before = index[file];
    if (!before) return [`${file} is not in the index: ${HOW_TO_UPDATE}`];
    return differing(before, now).map((what) => `${file}: ${what} differs: ${HOW_TO_UPDATE}`);
  });
}

function differing(before: Enrichment, now: Enrichment): string[] {
  const far = (one: number, other: number) => Math.abs(one - other) > CONFIDENCE_TOLERANCE;
  const keys = ({ photoFeatures }: Enrichment) =>
    new Map(photoFeatures.features.map(({ key, confidence }) => [key, confidence]));
  const [one, other] = [keys(before), keys(now)];
  // A feature near the minimum confidence may be above it on one machine and below it on another.
  const moved = [...new Set([...one.keys(), ...other.keys()])].filter((key) =>
    far(one.get(key) ?? LEAST_CONFIDENCE, other.get(key) ?? LEAST_CONFIDENCE),
  );
  return [
    ...(before.visualVector.length !== now.visualVector.length ||
    cosine16(before.visualVector, now.visualVector) < LEAST_COSINE
      ? ["vector"]
      : []),
    ...(captioned(before) === captioned(now) ? [] : ["description"]),
    ...(before.generatedCaption.roomType === now.generatedCaption.roomType ? [] : ["room type"]),
    ...(far(before.generatedCaption.roomConfidence, now.generatedCaption.roomConfidence)
      ? ["confidence"]
      : []),
    ...(far(before.photoFeatures.quality, now.photoFeatures.quality) ? ["quality"] : []),
    ...(moved.length > 0 ? [`features (${moved})`] : []),
  ];
}

/** Features below this confidence are not in the index. */
const LEAST_CONFIDENCE = 0.3;

/** The description without its seen and measured parts: the room and the caption of the MLS. */
function captioned({ generatedCaption }: Enrichment): string {
  return generatedCaption.description.replace(/( with an? [^.:]*)?(:[^.]*)?\./, "");
}
