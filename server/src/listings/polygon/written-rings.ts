import {
  makeArea,
  makeRing,
  type PolygonArea,
  PolygonError,
  type PolygonPart,
  type Ring,
  reversed,
} from "./polygon-area.ts";
import { shapeOf } from "./ring-sweep.ts";

const MAX_POINTS = 2000;
/** With the one that repeats the first. */
const MIN_POSITIONS = 4;

/** Longitude and latitude, as in GeoJSON. */
export type Position = readonly [lng: number, lat: number];

/** A ring as it is written: its last position repeats the first. `name` is what errors call it. */
export type WrittenRing = { name: string; positions: readonly Position[] };

/** @throws PolygonError if that is more than an area may have. Positions that close a ring do not count. */
export function requirePoints(points: number): void {
  if (points > MAX_POINTS) throw new PolygonError(`must have at most ${MAX_POINTS} points`);
}

/** @param parts each an outer ring and its holes. @param field see PolygonArea. */
export function areaOf(parts: readonly (readonly WrittenRing[])[], field: readonly string[]): PolygonArea {
  let points = 0;
  for (const { positions } of parts.flat()) points += positions.length - 1;
  requirePoints(points);
  for (const ring of parts.flat()) requireWellFormed(ring);
  const checked = parts.map((rings): PolygonPart => {
    const [outer, ...holes] = rings.map((ring, nth) => turned(ring, nth === 0 ? 1 : -1));
    return { outer: outer as Ring, holes };
  });
  return makeArea(checked, { points, field });
}

function requireWellFormed({ name, positions }: WrittenRing): void {
  for (const [nth, [lng, lat]] of positions.entries()) {
    const where = `position ${nth + 1} of ${name} has`;
    if (!(Math.abs(lng) <= 180)) {
      throw new PolygonError(
        `must have longitudes from -180 to 180: ${where} ${lng} (an area across the 180th meridian is a MultiPolygon with a part on each side)`,
      );
    }
    if (!(Math.abs(lat) <= 90)) {
      throw new PolygonError(
        `must have latitudes from -90 to 90: ${where} ${lat} (a position is [lng, lat])`,
      );
    }
  }
  if (positions.length < MIN_POSITIONS) {
    const closing = "the last of which repeats the first";
    throw new PolygonError(
      `must have rings of at least ${MIN_POSITIONS} positions, ${closing}: ${name} has ${positions.length}`,
    );
  }
  const [first, last] = [positions[0] as Position, positions.at(-1) as Position];
  if (first[0] !== last[0] || first[1] !== last[1]) {
    throw new PolygonError(
      `must have closed rings: ${name} begins at [${first[0]}, ${first[1]}] and ends at [${last[0]}, ${last[1]}]`,
    );
  }
}

/** The ring in the wanted direction: 1 is counterclockwise, -1 clockwise. */
function turned({ name, positions }: WrittenRing, turn: 1 | -1): Ring {
  const ring = makeRing(positions);
  const shape = shapeOf(ring);
  if ("crossing" in shape)
    throw new PolygonError(`must not cross itself: ${name} does at ${placeText(shape.crossing)}`);
  if ("folded" in shape)
    throw new PolygonError(`must not run along itself so often: ${name} does at ${placeText(shape.folded)}`);
  if (shape.turn === 0) throw new PolygonError(`must surround an area: ${name} does not`);
  return shape.turn === turn ? ring : reversed(ring);
}

function placeText({ lng, lat }: { lng: number; lat: number }): string {
  return `lng ${rounded(lng)}, lat ${rounded(lat)}`;
}

/** About a decimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
