import type { Box } from "../distance.ts";
import { sideOf } from "./orientation.ts";
import type { PolygonPart } from "./polygon-area.ts";

/** All edges of an area, part by part, each from one point of a ring to the next; the area is to their left. */
export class Edges {
  readonly count: number;
  /** How many parts there are. */
  readonly parts: number;
  readonly fromLng: Float64Array;
  readonly fromLat: Float64Array;
  readonly toLng: Float64Array;
  readonly toLat: Float64Array;
  /** The part that an edge belongs to. */
  readonly part: Int32Array;
  /** How many edges points have been compared with: what searches have cost. */
  compared = 0;

  constructor(parts: readonly PolygonPart[]) {
    const rings = parts.flatMap(({ outer, holes }, part) =>
      [outer, ...holes].map((ring) => ({ ...ring, part })),
    );
    this.parts = parts.length;
    this.count = rings.reduce((sum, { lngs }) => sum + lngs.length, 0);
    this.fromLng = new Float64Array(this.count);
    this.fromLat = new Float64Array(this.count);
    this.toLng = new Float64Array(this.count);
    this.toLat = new Float64Array(this.count);
    this.part = new Int32Array(this.count);
    let first = 0;
    for (const { lngs, lats, part } of rings) {
      const end = first + lngs.length;
      this.fromLng.set(lngs, first);
      this.fromLat.set(lats, first);
      this.toLng.set(lngs.subarray(1), first);
      this.toLat.set(lats.subarray(1), first);
      this.toLng[end - 1] = lngs[0] as number;
      this.toLat[end - 1] = lats[0] as number;
      this.part.fill(part, first, end);
      first = end;
    }
  }

  /** Positive: the point is to the left of the edge's line; 0: it is on the line. The sign is exact. */
  side(edge: number, lng: number, lat: number): number {
    return sideOf(
      this.fromLng[edge] as number,
      this.fromLat[edge] as number,
      this.toLng[edge] as number,
      this.toLat[edge] as number,
      lng,
      lat,
    );
  }

  /** Whether a point of the edge's line is on the edge. */
  spans(edge: number, lng: number, lat: number): boolean {
    return (
      isBetween(this.fromLng[edge] as number, lng, this.toLng[edge] as number) &&
      isBetween(this.fromLat[edge] as number, lat, this.toLat[edge] as number)
    );
  }

  /**
   * Whether an edge that has the ends of a way on its two sides lies across the way. A point of the edge that is on the way counts as
   * left of it, as if the way were moved by less than any distance: its ends are on no edge, so that this changes nothing.
   */
  isAcross(edge: number, lng: number, lat: number, toLng: number, toLat: number): boolean {
    const from = sideOf(lng, lat, toLng, toLat, this.fromLng[edge] as number, this.fromLat[edge] as number);
    const to = sideOf(lng, lat, toLng, toLat, this.toLng[edge] as number, this.toLat[edge] as number);
    return from >= 0 !== to >= 0;
  }

  /** Whether an edge begins or ends in a box. */
  endsIn(edge: number, { minLat, maxLat, minLng, maxLng }: Box): boolean {
    return (
      (isBetween(minLng, this.fromLng[edge] as number, maxLng) &&
        isBetween(minLat, this.fromLat[edge] as number, maxLat)) ||
      (isBetween(minLng, this.toLng[edge] as number, maxLng) &&
        isBetween(minLat, this.toLat[edge] as number, maxLat))
    );
  }

  /** Whether an edge has a point in a box or on its border. */
  touches(edge: number, { minLat, maxLat, minLng, maxLng }: Box): boolean {
    const [fromLng, toLng] = [this.fromLng[edge] as number, this.toLng[edge] as number];
    const [fromLat, toLat] = [this.fromLat[edge] as number, this.toLat[edge] as number];
    if (fromLng < minLng && toLng < minLng) return false;
    if (fromLng > maxLng && toLng > maxLng) return false;
    if (fromLat < minLat && toLat < minLat) return false;
    if (fromLat > maxLat && toLat > maxLat) return false;
    // The corners farthest from a line to the north-east, or back, are those in the north-west and the south-east.
    const isRising = fromLng < toLng === fromLat < toLat;
    const west = this.side(edge, minLng, isRising ? maxLat : minLat);
    const east = this.side(edge, maxLng, isRising ? minLat : maxLat);
    return !((west > 0 && east > 0) || (west < 0 && east < 0));
  }
}

function isBetween(one: number, value: number, other: number): boolean {
  return one < other ? one <= value && value <= other : other <= value && value <= one;
}
