import type { Point } from "./random-areas.ts";

/**
 * What a closed ring of points with small whole numbers is, by comparing all pairs of edges, and by counting how often it winds around
 * places at both sides of each edge, between any two whole numbers of it.
 */
export function naiveShape(ring: readonly Point[]): "crossing" | 1 | -1 | 0 {
  const edges = ring.slice(1).map((to, nth): [Point, Point] => [ring[nth] as Point, to]);
  for (const [a, b] of edges) {
    for (const [c, d] of edges) {
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return "crossing";
    }
  }
  const windings = new Set(edges.flatMap((edge) => placesBeside(edge)).map((place) => winding(edges, place)));
  windings.delete(0);
  const [turn = 0, ...others] = windings;
  if (others.length > 0 || Math.abs(turn) > 1) return "crossing";
  return Math.sign(turn) as 1 | -1 | 0;
}

function placesBeside([[x, y], [toX, toY]]: [Point, Point]): Point[] {
  const [east, north] = [toX - x, toY - y];
  const steps = divisor(Math.abs(east), Math.abs(north));
  return Array.from({ length: steps }, (_, nth) => (nth + 0.5) / steps).flatMap((share): Point[] =>
    [1e-6, -1e-6].map((beside) => [x + share * east - beside * north, y + share * north + beside * east]),
  );
}

/** How often the edges cross the ray to the east of a place that is on none of them. */
function winding(edges: readonly [Point, Point][], place: Point): number {
  let count = 0;
  for (const [from, to] of edges) {
    if (from[1] > place[1] === to[1] > place[1]) continue;
    const isNorth = to[1] > from[1];
    if (side(from, to, place) > 0 === isNorth) count += isNorth ? 1 : -1;
  }
  return count;
}

function side([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
