import type { Part, Point } from "./random-areas.ts";

/** Every coordinate is a whole number of these. */
const STEPS_A_DEGREE = 2 ** 200;

type ExactPoint = [x: bigint, y: bigint];

/** Whether a point is in one of the parts or on an edge of it, in whole numbers: for points on which rounding decides. */
export function exactContains(point: Point, parts: readonly Part[]): boolean {
  const place = exact(point);
  return parts.some((part) => {
    let crossed = 0;
    for (const ring of part) {
      const points = ring.map(exact);
      for (let nth = 1; nth < points.length; nth++) {
        const [from, to] = [points[nth - 1] as ExactPoint, points[nth] as ExactPoint];
        const [south, north] = from[1] < to[1] ? [from, to] : [to, from];
        const side = sideOf(south, north, place);
        if (side === 0n && isBetween(from[0], place[0], to[0]) && isBetween(from[1], place[1], to[1])) {
          return true;
        }
        if (south[1] <= place[1] && place[1] < north[1] && side > 0n) crossed++;
      }
    }
    return crossed % 2 === 1;
  });
}

function exact([lng, lat]: Point): ExactPoint {
  return [BigInt(lng * STEPS_A_DEGREE), BigInt(lat * STEPS_A_DEGREE)];
}

/** Positive: to the west of the line from south to north. */
function sideOf([ax, ay]: ExactPoint, [bx, by]: ExactPoint, [x, y]: ExactPoint): bigint {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

function isBetween(one: bigint, value: bigint, other: bigint): boolean {
  return one < other ? one <= value && value <= other : other <= value && value <= one;
}
