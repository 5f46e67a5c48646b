import type { SeededRandom } from "../search-oracle/seeded-random.ts";

export type Point = [lng: number, lat: number];
/** Closed rings: the outer one, then holes. */
export type Part = Point[][];

/** Where areas are: a unit of their drawing is so many degrees. */
type Frame = { lng: number; lat: number; degrees: number };

/** Parts of an area, and points worth a question: on its edges and points, near them, and anywhere. */
export function randomArea(random: SeededRandom): { parts: Part[]; frame: Frame } {
  const frame = randomFrame(random);
  const count = random.weighted([
    [6, 1],
    [2, 2],
    [1, 3],
    [1, 6],
  ]);
  const parts = Array.from({ length: count }, () => {
    const part = random.pick([latticePart, starPart, sliverPart, framePart])(random);
    return part.map((ring) => ring.map((point) => placed(point, frame)));
  });
  return { parts, frame };
}

/** Points of a small lattice in any order: they repeat, lie on edges, and may cross. */
export function latticeRing(random: SeededRandom, size: number): Point[] {
  const ring = Array.from(
    { length: random.integer(3, 7) },
    (): Point => [random.integer(0, size), random.integer(0, size)],
  );
  return [...ring, ring[0] as Point];
}

/** Points almost as near to one another as numbers can be, and some that are very far away. */
export function nearAndFarRing(random: SeededRandom): Point[] {
  const [lng, lat] = random.pick<Point>([
    [-122.3, 47.6],
    [-180, -90],
    [128 - 2 ** -46, 64],
    [0, 0],
  ]);
  const step = random.pick([2 ** -46, 2 ** -40, 1e-9, 1e-6]);
  const size = random.pick([2, 5, 40]);
  const ring = Array.from({ length: random.integer(3, 8) }, (): Point => {
    if (random.chance(0.15)) return [random.pick([-180, 180, -122, 0]), random.pick([-90, 90, 47, 0])];
    return [lng + step * random.integer(0, size), lat + step * random.integer(0, size)];
  });
  return [...ring, ring[0] as Point];
}

export function pointsFor(random: SeededRandom, { parts, frame }: { parts: Part[]; frame: Frame }): Point[] {
  const rings = parts.flat();
  return Array.from({ length: 40 }, (_, nth): Point => {
    const ring = random.pick(rings);
    const at = random.integer(0, ring.length - 2);
    const [from, to] = [ring[at] as Point, ring[at + 1] as Point];
    if (nth < 5) return from;
    const share = random.pick([0.5, 0.25, random.next()]);
    const between: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    if (nth < 12) return between;
    if (nth < 16) return [between[0] + frame.degrees * (random.next() - 0.5) * 1e-9, between[1]];
    if (nth < 26) return placed([random.integer(-1, 13) / 2, random.integer(-1, 13) / 2], frame);
    return placed([random.next() * 8 - 1, random.next() * 8 - 1], frame);
  });
}

function latticePart(random: SeededRandom): Part {
  const outer = latticeRing(random, 6);
  return random.chance(0.3) ? [squareRing(0, 0, 6), latticeRing(random, 6)] : [outer];
}

/** A star with holes that are smaller stars. */
function starPart(random: SeededRandom): Part {
  if (random.chance(0.5)) return [starRing(random, random.pick([3, 5, 9]), [3, 3], 0.3, 3)];
  const holes = Array.from({ length: random.integer(1, 2) }, (_, nth) =>
    starRing(random, random.pick([3, 5, 9]), [2.4 + 1.2 * nth, 3], 0.1, 0.5),
  );
  return [starRing(random, random.pick([9, 40]), [3, 3], 1.6, 3), ...holes];
}

/** A square in a square, which may touch it along edges or at a point. */
function framePart(random: SeededRandom): Part {
  const [left, bottom, size] = [random.integer(0, 3), random.integer(0, 3), random.integer(1, 3)];
  const diamond: Point[] = [
    [3, 0],
    [6, 3],
    [3, 6],
    [0, 3],
    [3, 0],
  ];
  return [squareRing(0, 0, 6), random.chance(0.5) ? squareRing(left, bottom, size) : diamond];
}

/** So thin that rounding decides on which side of an edge a point is, unless it is computed exactly. */
function sliverPart(random: SeededRandom): Part {
  const [a, b]: Point[] = [
    [random.next() * 6, random.next() * 6],
    [random.next() * 6, random.next() * 6],
  ];
  const [from, to] = [a as Point, b as Point];
  const share = random.next();
  const width = 10 ** -random.integer(3, 14);
  const tip: Point = [from[0] + share * (to[0] - from[0]) + width, from[1] + share * (to[1] - from[1])];
  return [[from, to, tip, from]];
}

function starRing(
  random: SeededRandom,
  count: number,
  [lng, lat]: Point,
  least: number,
  most: number,
): Point[] {
  const ring = Array.from({ length: count }, (_, nth): Point => {
    const angle = ((nth + 0.8 * random.next()) / count) * 2 * Math.PI;
    const radius = least + random.next() * (most - least);
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [...ring, ring[0] as Point];
}

function squareRing(left: number, bottom: number, size: number): Point[] {
  const [right, top] = [left + size, bottom + size];
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
}

/** On land, or where degrees end; in steps that are exact, or in those that are rounded. */
function randomFrame(random: SeededRandom): Frame {
  const degrees = random.pick([0.125, 0.01, 1e-5, 3]);
  return random.pick([
    { lng: -122.3, lat: 47.6, degrees },
    { lng: -122.25, lat: 47.5, degrees },
    { lng: 180 - 6 * degrees, lat: -17, degrees },
    { lng: -180, lat: 65, degrees },
    { lng: 10, lat: 90 - 6 * degrees, degrees },
    { lng: -180, lat: -90, degrees },
  ]);
}

/** What is drawn has coordinates from 0 to 6; rounding takes none beyond the last degree. */
function placed([lng, lat]: Point, frame: Frame): Point {
  return [
    Math.max(-180, Math.min(180, frame.lng + lng * frame.degrees)),
    Math.max(-90, Math.min(90, frame.lat + lat * frame.degrees)),
  ];
}
