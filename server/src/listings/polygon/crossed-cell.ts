import type { Box } from "../distance.ts";
import type { AreaRandom } from "./area-random.ts";
import type { Edges } from "./edges.ts";
import { Winding } from "./winding.ts";

/** Of the error of a side that is computed from products of differences, several times over. */
const ROUNDING = 4 * Number.EPSILON;
const VALUES = 4;
const MARGIN_DEGREES = 1e-11;
/** A random point is hardly ever on the line of an edge. */
const TRIALS = 100;

/** A point that is on no edge. */
export type Reference = { lng: number; lat: number };

type Span = { from: number; to: number };

/** The edges [from, to) of a cell, which belong to one part; the part winds so often around the reference point. */
type PartEdges = { from: number; to: number; winding: number };

/** The edges of all cells of a grid, cell by cell, and how they lie to the reference points of their cells. */
export class CellEdges {
  readonly edges: Int32Array;
  /**
   * For each edge: how much farther north and east its end is than its beginning (or the reverse, if the reference point is to its
   * right), the positive side of the reference point, and up to which value the side of another point is uncertain.
   */
  readonly lines: Float64Array;
  /** For each edge, by how much its part winds more often around points on its other side. */
  readonly turns: Int8Array;
  /** 1 for each edge with both ends outside of the cell: it lies across all ways of the cell that have their ends on its two sides. */
  readonly isThrough: Uint8Array;

  constructor(edges: Int32Array) {
    this.edges = edges;
    this.lines = new Float64Array(edges.length * VALUES);
    this.turns = new Int8Array(edges.length);
    this.isThrough = new Uint8Array(edges.length);
  }
}

/**
 * A cell with edges. How the area lies is known at its reference point; from there to another point of the cell, only edges of the cell
 * can lie across the way.
 */
export class CrossedCell {
  readonly box: Box;
  readonly reference: Reference;
  readonly from: number;
  readonly to: number;
  readonly #parts: PartEdges[] = [];
  readonly #all: Edges;
  readonly #own: CellEdges;

  /** @param own has the edges of the cell from `from` up to, not including, `to`. */
  constructor(all: Edges, own: CellEdges, { from, to }: Span, box: Box, random: AreaRandom) {
    this.#all = all;
    this.#own = own;
    this.from = from;
    this.to = to;
    this.box = box;
    const around = grown(box);
    for (let nth = from; nth < to; nth++) {
      own.isThrough[nth] = all.endsIn(own.edges[nth] as number, around) ? 0 : 1;
    }
    this.reference = this.#placeReference(random);
  }

  get edges(): Int32Array {
    return this.#own.edges.subarray(this.from, this.to);
  }

  /**
   * @param winding around the reference point.
   * @returns whether all of the cell is inside a part that has no edges here.
   */
  wind(winding: Winding): boolean {
    let inside = 0;
    for (let { from, to } = { from: this.from, to: this.from }; from < this.to; from = to) {
      const part = this.#partOf(from);
      while (to < this.to && this.#partOf(to) === part) to++;
      this.#parts.push({ from, to, winding: winding.of(part) });
      if (winding.of(part) > 0) inside++;
    }
    return winding.inside > inside;
  }

  /** How often the parts that have edges here wind around the reference point. */
  get winding(): Winding {
    const winding = new Winding(this.#all.parts);
    for (const { from, winding: turns } of this.#parts) winding.add(this.#partOf(from), turns);
    return winding;
  }

  contains(lng: number, lat: number): boolean {
    const all = this.#all;
    const { edges, lines, turns, isThrough } = this.#own;
    const { reference } = this;
    all.compared += this.to - this.from;
    const east = lng - reference.lng;
    const north = lat - reference.lat;
    for (let nth = 0; nth < this.#parts.length; nth++) {
      let { from, to, winding } = this.#parts[nth] as PartEdges;
      for (let at = from; at < to; at++) {
        const line = at * VALUES;
        const side =
          (lines[line + 2] as number) + (lines[line + 1] as number) * north - (lines[line] as number) * east;
        const uncertain = lines[line + 3] as number;
        if (side > uncertain) continue;
        const edge = edges[at] as number;
        if (side >= -uncertain) {
          const exact = all.side(edge, lng, lat);
          if (exact === 0 && all.spans(edge, lng, lat)) return true;
          // Left of the edge is -1 where the reference point is on the right.
          if (exact * (turns[at] as number) <= 0) continue;
        }
        if (isThrough[at] === 1 || all.isAcross(edge, reference.lng, reference.lat, lng, lat))
          winding += turns[at] as number;
      }
      if (winding > 0) return true;
    }
    return false;
  }

  #partOf(nth: number): number {
    return this.#all.part[this.#own.edges[nth] as number] as number;
  }

  /** Chooses a point that is on the line of no edge. It is a random one, so that an area cannot have an edge through each that is tried. */
  #placeReference(random: AreaRandom): Reference {
    const { minLng, maxLng, minLat, maxLat } = this.box;
    for (let trial = 0; trial < TRIALS; trial++) {
      const lng = minLng + (maxLng - minLng) * random.next();
      const lat = minLat + (maxLat - minLat) * random.next();
      if (this.#compareWith({ lng, lat })) return { lng, lat };
    }
    throw new Error("No point of the cell is beside all of its edges");
  }

  /** @returns false if the point is on the line of an edge. */
  #compareWith({ lng, lat }: Reference): boolean {
    const { fromLng, fromLat, toLng, toLat } = this.#all;
    const { edges, lines, turns } = this.#own;
    const width = this.box.maxLng - this.box.minLng;
    const height = this.box.maxLat - this.box.minLat;
    for (let nth = this.from; nth < this.to; nth++) {
      const edge = edges[nth] as number;
      const side = this.#all.side(edge, lng, lat);
      if (side === 0) return false;
      const turn = side > 0 ? -1 : 1;
      const [fromX, fromY] = [fromLng[edge] as number, fromLat[edge] as number];
      const north = (toLat[edge] as number) - fromY;
      const east = (toLng[edge] as number) - fromX;
      const reach =
        Math.abs(east) * (Math.abs(lat - fromY) + height) + Math.abs(north) * (Math.abs(lng - fromX) + width);
      const line = nth * VALUES;
      lines[line] = -turn * north;
      lines[line + 1] = -turn * east;
      // Not `side`: what is rounded of it may be more, as it is computed from the distances to both ends.
      lines[line + 2] = -turn * (east * (lat - fromY) - north * (lng - fromX));
      lines[line + 3] = ROUNDING * reach;
      turns[nth] = turn;
    }
    return true;
  }
}

/** By more than edges of a cell may be beside it. */
function grown({ minLng, maxLng, minLat, maxLat }: Box): Box {
  const margin = MARGIN_DEGREES + (maxLng - minLng + maxLat - minLat) / 1000;
  return {
    minLng: minLng - margin,
    maxLng: maxLng + margin,
    minLat: minLat - margin,
    maxLat: maxLat + margin,
  };
}
