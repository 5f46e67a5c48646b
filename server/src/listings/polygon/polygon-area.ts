import { createHash } from "node:crypto";
import type { Box } from "../distance.ts";

/** At least three points, each joined to the next by an edge that is straight in degrees, and the last to the first. */
export type Ring = { lngs: Float64Array; lats: Float64Array };

/** The outer ring runs counterclockwise, holes run clockwise: the area is to the left of each edge. */
export type PolygonPart = { outer: Ring; holes: readonly Ring[] };

/**
 * An area that a visitor has drawn: inside at least one of its parts. A part is inside its outer ring and not inside a hole; the edges
 * of both belong to it.
 *
 * Rings are understood as they are written, in a plane of degrees from -180 to 180 and -90 to 90. An edge from 179 to -179 runs through
 * 0, not across the 180th meridian: an area across it has a part on each side, as RFC 7946 requires. Longitudes 180 and -180 are
 * different lines, and a pole is the whole line at 90 or -90.
 */
export type PolygonArea = {
  parts: readonly PolygonPart[];
  bounds: Box;
  /** How many points it was drawn with; one that closes a ring does not count. */
  points: number;
  /** Where a request has it, as the `loc` of an error names it. */
  field: readonly string[];
  /** The same for areas of the same rings, regardless of their order, their direction and their first points. */
  key: string;
  /** The key, so that the JSON of a search that has the area stands for it. */
  toJSON(): string;
};

/** Its message is the end of a sentence that begins with the name of the field. */
export class PolygonError extends Error {}

export function makeArea(
  parts: readonly PolygonPart[],
  { points, field }: Pick<PolygonArea, "points" | "field">,
): PolygonArea {
  const ordered = parts
    .map(({ outer, holes }) => ({
      outer: fromSmallest(outer),
      holes: holes.map(fromSmallest).sort(compareRings),
    }))
    .sort((a, b) => compareRings(a.outer, b.outer));
  const key = keyOf(ordered);
  return { parts: ordered, bounds: boundsOf(ordered), points, field, key, toJSON: keyOfArea };
}

function keyOfArea(this: PolygonArea): string {
  return this.key;
}

export function ringsOf(parts: readonly PolygonPart[]): Ring[] {
  return parts.flatMap(({ outer, holes }) => [outer, ...holes]);
}

/** Degrees closer to 0 are 0, as their products could not be told apart from it. */
const LEAST_DEGREES = 1e-100;

/** A ring without points that repeat the one before; of a single place, it has none. @param points may be closed by the first one. */
export function makeRing(points: readonly (readonly [lng: number, lat: number])[]): Ring {
  const lngs: number[] = [];
  const lats: number[] = [];
  for (const [nth, point] of points.entries()) {
    const [lng, lat] = [degreesOf(point[0]), degreesOf(point[1])];
    if (nth > 0 && lngs.at(-1) === lng && lats.at(-1) === lat) continue;
    lngs.push(lng);
    lats.push(lat);
  }
  if (lngs[0] === lngs.at(-1) && lats[0] === lats.at(-1)) {
    lngs.pop();
    lats.pop();
  }
  return { lngs: Float64Array.from(lngs), lats: Float64Array.from(lats) };
}

function degreesOf(degrees: number): number {
  return Math.abs(degrees) < LEAST_DEGREES ? 0 : degrees;
}

/** The same ring in the other direction. */
export function reversed({ lngs, lats }: Ring): Ring {
  return { lngs: lngs.toReversed(), lats: lats.toReversed() };
}

/** The same ring, beginning at its smallest point. */
function fromSmallest({ lngs, lats }: Ring): Ring {
  let smallest = 0;
  for (let nth = 1; nth < lngs.length; nth++) {
    if (comparePoints(lngs, lats, nth, lngs, lats, smallest) < 0) smallest = nth;
  }
  return { lngs: rotated(lngs, smallest), lats: rotated(lats, smallest) };
}

function rotated(column: Float64Array, first: number): Float64Array {
  const result = new Float64Array(column.length);
  result.set(column.subarray(first));
  result.set(column.subarray(0, first), column.length - first);
  return result;
}

function compareRings(a: Ring, b: Ring): number {
  const common = Math.min(a.lngs.length, b.lngs.length);
  for (let nth = 0; nth < common; nth++) {
    const order = comparePoints(a.lngs, a.lats, nth, b.lngs, b.lats, nth);
    if (order !== 0) return order;
  }
  return a.lngs.length - b.lngs.length;
}

function comparePoints(
  lngs: Float64Array,
  lats: Float64Array,
  nth: number,
  otherLngs: Float64Array,
  otherLats: Float64Array,
  other: number,
): number {
  const across = (lngs[nth] as number) - (otherLngs[other] as number);
  return across !== 0 ? across : (lats[nth] as number) - (otherLats[other] as number);
}

function boundsOf(parts: readonly PolygonPart[]): Box {
  const bounds = { minLat: Infinity, maxLat: -Infinity, minLng: Infinity, maxLng: -Infinity };
  for (const { lngs, lats } of ringsOf(parts)) {
    for (const lng of lngs) {
      if (lng < bounds.minLng) bounds.minLng = lng;
      if (lng > bounds.maxLng) bounds.maxLng = lng;
    }
    for (const lat of lats) {
      if (lat < bounds.minLat) bounds.minLat = lat;
      if (lat > bounds.maxLat) bounds.maxLat = lat;
    }
  }
  return bounds;
}

function keyOf(parts: readonly PolygonPart[]): string {
  const hash = createHash("sha256");
  for (const { outer, holes } of parts) {
    hash.update(`${holes.length} holes\n`);
    for (const { lngs, lats } of [outer, ...holes]) {
      hash.update(`${lngs.length} points\n`).update(lngs).update(lats);
    }
  }
  return hash.digest("base64url");
}
