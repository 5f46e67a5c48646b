import { areOpposite, sideOf } from "./orientation.ts";
import type { Ring } from "./polygon-area.ts";

type Place = { lng: number; lat: number };

/**
 * What a ring is: counterclockwise (1) or clockwise (-1) around an area, around none (0), crossing itself at a point, or with so many
 * edges that lie on one another at a point that it is not checked to its end.
 */
export type RingShape = { turn: 1 | -1 | 0 } | { crossing: Place } | { folded: Place };

/** Edges at a point, on average over all points: those that begin and end there are four, all others only pass through it. */
const MAX_AT_A_POINT = 8;
/** More at the points of a small ring. */
const MORE_AT_POINTS = 1000;

/**
 * Sweeps a vertical line over a ring from west to east, and stops at the first two edges that cross (Shamos and Hoey). A ring may touch
 * itself: end on an edge of its own, pass a point again, or run along itself. It crosses itself there, too, if it surrounds some place
 * twice, or one place counterclockwise and another clockwise. n log n comparisons, all of them exact: a ring of many edges that lie on
 * one another would take n squared, and is given up.
 *
 * @param ring has no two equal points one after the other.
 */
export function shapeOf(ring: Ring): RingShape {
  return new RingSweep(ring).run();
}

class RingSweep {
  readonly #lngs: Float64Array;
  readonly #lats: Float64Array;
  readonly #count: number;
  /** Edge n joins point n to the next one. Its western end (of two at one longitude the southern one), and the other. */
  readonly #west: Int32Array;
  readonly #east: Int32Array;
  /** 1: the ring runs from the western end to the eastern one. */
  readonly #direction: Int8Array;
  /** The edges that the line crosses, from south to north. */
  readonly #active: number[] = [];
  /** How often the ring winds around the places just north of an edge, at either end of it. */
  readonly #northOfWest: Int32Array;
  readonly #northOfEast: Int32Array;
  /** How many edges may still be compared at points. */
  #left: number;
  #turn = 0;
  #isAmbiguous = false;

  constructor({ lngs, lats }: Ring) {
    const count = lngs.length;
    this.#lngs = lngs;
    this.#lats = lats;
    this.#count = count;
    this.#left = MAX_AT_A_POINT * count + MORE_AT_POINTS;
    this.#west = new Int32Array(count);
    this.#east = new Int32Array(count);
    this.#direction = new Int8Array(count);
    this.#northOfWest = new Int32Array(count);
    this.#northOfEast = new Int32Array(count);
    for (let edge = 0; edge < count; edge++) {
      const next = (edge + 1) % count;
      const runsEast = this.#compare(edge, next) < 0;
      this.#west[edge] = runsEast ? edge : next;
      this.#east[edge] = runsEast ? next : edge;
      this.#direction[edge] = runsEast ? 1 : -1;
    }
  }

  run(): RingShape {
    const order = Int32Array.from(this.#lngs.keys()).sort((a, b) => this.#compare(a, b));
    for (let from = 0, to = 0; from < order.length; from = to) {
      while (to < order.length && this.#compare(order[from] as number, order[to] as number) === 0) to++;
      const crossing = this.#pass(order.subarray(from, to));
      if (crossing) return { crossing };
      if (this.#left < 0) return { folded: this.#point(order[from] as number) };
    }
    if (this.#isAmbiguous) return { crossing: this.#point(this.#crossedPoint()) };
    return { turn: Math.sign(this.#turn) as 1 | -1 | 0 };
  }

  /** Moves the line past a point. @param points all that lie there. */
  #pass(points: Int32Array) {
    const active = this.#active;
    const point = points[0] as number;
    const from = this.#firstNotBelow(point);
    let to = from;
    while (to < active.length && this.#side(active[to] as number, point) === 0) to++;
    let below = 0;
    for (let nth = 0; nth < from; nth++) below += this.#direction[active[nth] as number] as number;

    const through: number[] = [];
    for (let nth = from, winding = below; nth < to; nth++) {
      const edge = active[nth] as number;
      winding += this.#direction[edge] as number;
      this.#northOfEast[edge] = winding;
      if (this.#compare(this.#east[edge] as number, point) !== 0) through.push(edge);
    }
    const [first] = through;
    if (first !== undefined && through.some((edge) => this.#slope(point, first, edge) !== 0)) {
      return this.#point(point);
    }

    const leaving = [...through, ...this.#startingAt(points)];
    this.#left -= to - from + leaving.length;
    leaving.sort((a, b) => -this.#slope(point, a, b));
    active.splice(from, to - from, ...leaving);
    this.#wind(point, below, leaving);
    const last = from + leaving.length;
    return (
      this.#crossing(active[from - 1], active[from]) ??
      (leaving.length > 0 ? this.#crossing(active[last - 1], active[last]) : null)
    );
  }

  #startingAt(points: Int32Array): number[] {
    const starting: number[] = [];
    for (const point of points) {
      const before = (point + this.#count - 1) % this.#count;
      for (const edge of [before, point]) if (this.#west[edge] === point) starting.push(edge);
    }
    return starting;
  }

  /** Notes how often the ring winds around the places between the edges that leave a point. */
  #wind(point: number, below: number, leaving: readonly number[]): void {
    let winding = below;
    for (let nth = 0; nth < leaving.length; nth++) {
      const edge = leaving[nth] as number;
      const next = leaving[nth + 1];
      winding += this.#direction[edge] as number;
      if (this.#compare(this.#west[edge] as number, point) === 0) this.#northOfWest[edge] = winding;
      // Between two edges that lie on one another is no place.
      if (winding === 0 || (next !== undefined && this.#slope(point, edge, next) === 0)) continue;
      if (this.#turn === 0) this.#turn = winding;
      if (Math.abs(winding) > 1 || winding !== this.#turn) this.#isAmbiguous = true;
    }
  }

  /** The point where the ring has other places to its left than before. */
  #crossedPoint(): number {
    for (let point = 0; point < this.#count; point++) {
      const before = (point + this.#count - 1) % this.#count;
      const leftBefore =
        this.#direction[before] === 1
          ? (this.#northOfEast[before] as number)
          : (this.#northOfWest[before] as number) + 1;
      const leftAfter =
        this.#direction[point] === 1
          ? (this.#northOfWest[point] as number)
          : (this.#northOfEast[point] as number) + 1;
      if (leftBefore !== leftAfter) return point;
    }
    return 0;
  }

  /** The place among the active edges of the first that does not run south of a point. */
  #firstNotBelow(point: number): number {
    let low = 0;
    let high = this.#active.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#side(this.#active[middle] as number, point) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where two edges cross; null if they do not, or only touch. */
  #crossing(a: number | undefined, b: number | undefined) {
    if (a === undefined || b === undefined) return null;
    const [aWest, aEast] = [this.#west[a] as number, this.#east[a] as number];
    const [bWest, bEast] = [this.#west[b] as number, this.#east[b] as number];
    if (!areOpposite(this.#side(a, bWest), this.#side(a, bEast))) return null;
    const [west, east] = [this.#side(b, aWest), this.#side(b, aEast)];
    if (!areOpposite(west, east)) return null;
    const share = west / (west - east);
    const [from, to] = [this.#point(aWest), this.#point(aEast)];
    return {
      lng: from.lng + share * (to.lng - from.lng),
      lat: from.lat + share * (to.lat - from.lat),
    };
  }

  /** Positive: the point is north of the edge's line. */
  #side(edge: number, point: number): number {
    return this.#orientation(this.#west[edge] as number, this.#east[edge] as number, point);
  }

  /** Of two edges that lead east from a point; positive: the second one is the steeper. */
  #slope(point: number, edge: number, other: number): number {
    return this.#orientation(point, this.#east[edge] as number, this.#east[other] as number);
  }

  #orientation(a: number, b: number, point: number): number {
    const [lngs, lats] = [this.#lngs, this.#lats];
    return sideOf(
      lngs[a] as number,
      lats[a] as number,
      lngs[b] as number,
      lats[b] as number,
      lngs[point] as number,
      lats[point] as number,
    );
  }

  #compare(a: number, b: number): number {
    const across = (this.#lngs[a] as number) - (this.#lngs[b] as number);
    return across !== 0 ? across : (this.#lats[a] as number) - (this.#lats[b] as number);
  }

  #point(nth: number) {
    return { lng: this.#lngs[nth] as number, lat: this.#lats[nth] as number };
  }
}
