import type { PhotoIndex } from "../../src/demo/photo-index/photo-index.ts";
import { cosine16 } from "../../src/platform/vectors/quantized.ts";

export const HOW_TO_MEND = "run `npm run generate:demo-index`";

type Reading = PhotoIndex["photos"][string];

/** Another machine's JPEGs differ in a pixel here and there. */
const ALIKE = 0.995;
const NEARLY = 0.05;

/** What tells two readings of the same photos apart, a line each; none where it is a machine's difference. */
export function differences(index: PhotoIndex["photos"], fresh: PhotoIndex["photos"]): string[] {
  return Object.entries(fresh).flatMap(([file, now]) => {
    const before = index[file];
    if (!before) return [`${file} is not in the index: ${HOW_TO_MEND}`];
    return differing(before, now).map((what) => `${file}: ${what} differs: ${HOW_TO_MEND}`);
  });
}

function differing(before: Reading, now: Reading): string[] {
  const far = (one: number, other: number) => Math.abs(one - other) > NEARLY;
  const keys = ({ seen }: Reading) => new Map(seen.features.map(({ key, confidence }) => [key, confidence]));
  const [one, other] = [keys(before), keys(now)];
  // What is hardly likely may be just above the least confidence here and just below it there.
  const moved = [...new Set([...one.keys(), ...other.keys()])].filter((key) =>
    far(one.get(key) ?? LEAST, other.get(key) ?? LEAST),
  );
  return [
    ...(before.visual.length !== now.visual.length || cosine16(before.visual, now.visual) < ALIKE
      ? ["vector"]
      : []),
    ...(captioned(before) === captioned(now) ? [] : ["description"]),
    ...(before.told.roomType === now.told.roomType ? [] : ["room type"]),
    ...(far(before.told.roomConfidence, now.told.roomConfidence) ? ["confidence"] : []),
    ...(far(before.seen.quality, now.seen.quality) ? ["quality"] : []),
    ...(moved.length > 0 ? [`features (${moved})`] : []),
  ];
}

const LEAST = 0.3;

/** Of the description what was not measured: the room, and what the MLS says. */
function captioned({ told }: Reading): string {
  return told.description.replace(/:[^.]*\./, "");
}
