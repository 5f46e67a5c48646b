import { thingOf } from "./things.ts";

/** Left, top, right and bottom in pixels of the detector's input. */
export type Box = readonly [number, number, number, number];
export type FoundThing = { key: string; score: number; box: Box };

/** What the detector found: things by descending score, and the mean of its backbone's channels. */
export type Detection = { things: FoundThing[]; features: Float32Array };

/** Numbers per row of the graph's output: a box, a score, a class. */
const ROW = 6;
/** Boxes of one thing that share more than this part of their union are one thing. */
const OVERLAP = 0.5;
/** The same for a box within another: the detector often finds a piece of furniture once more in a part of it. */
const WITHIN = 0.8;

/** The table's things among the graph's detections, each object once (non-maximum suppression by thing). */
export function thingsAmong(rows: Float32Array): FoundThing[] {
  const found: FoundThing[] = [];
  for (let at = 0; at + ROW <= rows.length; at += ROW) {
    const [left, top, right, bottom, score, cocoClass] = rows.subarray(at, at + ROW) as unknown as number[] &
      [number, number, number, number, number, number];
    const thing = thingOf(cocoClass);
    // Written so that a score that is not a number is refused.
    if (!thing || !(score >= thing.least)) continue;
    found.push({ key: thing.key, score, box: [left, top, right, bottom] });
  }
  found.sort((a, b) => b.score - a.score);
  const kept: FoundThing[] = [];
  for (const each of found) {
    if (!kept.some((other) => other.key === each.key && areOne(other.box, each.box))) kept.push(each);
  }
  return kept;
}

function areOne(one: Box, other: Box): boolean {
  const shared = areaOf([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]);
  const [a, b] = [areaOf(one), areaOf(other)];
  return shared > OVERLAP * (a + b - shared) || shared > WITHIN * Math.min(a, b);
}

function areaOf([left, top, right, bottom]: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
