import type { Box } from "../distance.ts";
import type { AreaRandom } from "./area-random.ts";
import { CellEdges, CrossedCell, type Reference } from "./crossed-cell.ts";
import type { Edges } from "./edges.ts";
import type { GridShape } from "./grid-shape.ts";
import { areOpposite } from "./orientation.ts";
import type { Winding } from "./winding.ts";

/** Of cells without edges. The others have the number of their `CrossedCell`. */
const OUTSIDE = -1;
const INSIDE = -2;
/** So many cells, and so many edges of a cell, are looked at to decide whether a box has an edge. */
const FEW_CELLS = 16;
const FEW_EDGES = 32;

/** A point that is on no edge, and the edges [from, to) that may lie between it and another point nearby. */
type Place = Reference & { edges: Int32Array; from: number; to: number };

/** Where an area is in each cell of a grid. */
export class EdgeGrid {
  readonly crossed: CrossedCell[] = [];
  readonly shape: GridShape;
  /** Pairs of a cell and an edge that touches it. */
  readonly touches: number;
  readonly #edges: Edges;
  readonly #random: AreaRandom;
  readonly #cells: Int32Array;
  readonly #cellEdges: CellEdges;
  readonly #finer: (EdgeGrid | undefined)[] = [];
  /** By edge, the number of the way that it was last compared with. */
  readonly #compared: Int32Array;
  #ways = 0;
  readonly #crossedBefore: Int32Array;

  /**
   * @param start all edges between it and any point of the grid are among its edges.
   * @param winding around the start.
   */
  constructor(edges: Edges, random: AreaRandom, shape: GridShape, start: Place, winding: Winding) {
    this.#edges = edges;
    this.#random = random;
    this.shape = shape;
    this.#cells = new Int32Array(shape.columns * shape.rows);
    this.#compared = new Int32Array(edges.count);
    const { edges: covering, starts } = shape.cover(start.edges);
    this.touches = covering.length;
    this.#cellEdges = new CellEdges(covering);
    // Each row is reached from the first cell of the row before, each other cell from its neighbour in the row.
    const ofFirst = winding.copy();
    for (let row = 0, first = start; row < shape.rows; row++) {
      const cell = row * shape.columns;
      first = this.#fill(cell, starts, first, ofFirst);
      const ofCell = ofFirst.copy();
      for (let column = 1, place = first; column < shape.columns; column++) {
        place = this.#fill(cell + column, starts, place, ofCell);
      }
    }
    this.#crossedBefore = this.#countCrossed();
  }

  contains(lng: number, lat: number): boolean {
    const { shape } = this;
    const cell = this.#cells[shape.rowAt(lat) * shape.columns + shape.columnAt(lng)] as number;
    if (cell < 0) return cell === INSIDE;
    return (this.#finer[cell] ?? (this.crossed[cell] as CrossedCell)).contains(lng, lat);
  }

  /** Whether an edge has a point in a box; true is always a right answer where cells of the box have edges. */
  mayHaveEdgeIn(box: Box): boolean {
    const { shape } = this;
    const [west, east] = [shape.columnAt(box.minLng), shape.columnAt(box.maxLng)];
    const [south, north] = [shape.rowAt(box.minLat), shape.rowAt(box.maxLat)];
    const isSmall = (east - west + 1) * (north - south + 1) <= FEW_CELLS;
    if (!isSmall) return this.#crossedIn(west, east, south, north) > 0;
    for (let row = south; row <= north; row++) {
      for (let column = west; column <= east; column++) {
        const cell = this.#cells[row * shape.columns + column] as number;
        if (cell >= 0 && this.#touchesBox(cell, box)) return true;
      }
    }
    return false;
  }

  /** Gives a crossed cell a grid of its own. */
  refine(nth: number, shape: GridShape): EdgeGrid {
    const { reference, edges, winding } = this.crossed[nth] as CrossedCell;
    const start = { ...reference, edges, from: 0, to: edges.length };
    const finer = new EdgeGrid(this.#edges, this.#random, shape, start, winding);
    this.#finer[nth] = finer;
    return finer;
  }

  #touchesBox(nth: number, box: Box): boolean {
    const { from, to, edges } = this.crossed[nth] as CrossedCell;
    return to - from > FEW_EDGES || edges.some((edge) => this.#edges.touches(edge, box));
  }

  /** How many crossed cells a rectangle of cells has. */
  #crossedIn(west: number, east: number, south: number, north: number): number {
    const before = this.#crossedBefore;
    const width = this.shape.columns + 1;
    const at = (column: number, row: number) => before[row * width + column] as number;
    return at(east + 1, north + 1) - at(west, north + 1) - at(east + 1, south) + at(west, south);
  }

  /** How many crossed cells are both west of a column and south of a row. */
  #countCrossed(): Int32Array {
    const { columns, rows } = this.shape;
    const width = columns + 1;
    const counts = new Int32Array(width * (rows + 1));
    for (let row = 0; row < rows; row++) {
      for (let column = 0, inRow = 0; column < columns; column++) {
        if ((this.#cells[row * columns + column] as number) >= 0) inRow++;
        counts[(row + 1) * width + column + 1] = (counts[row * width + column + 1] as number) + inRow;
      }
    }
    return counts;
  }

  /** @param winding around `before`; afterwards, around the reference point of the cell. */
  #fill(cell: number, starts: Int32Array, before: Place, winding: Winding): Place {
    const from = starts[cell] as number;
    const to = starts[cell + 1] as number;
    const box = this.shape.boxOf(cell);
    const { edges } = this.#cellEdges;
    if (from === to) {
      const { lng, lat } = centerOf(box);
      const place = { lng, lat, edges, from, to };
      this.#move(winding, before, place);
      this.#cells[cell] = winding.inside > 0 ? INSIDE : OUTSIDE;
      return place;
    }
    const crossed = new CrossedCell(this.#edges, this.#cellEdges, { from, to }, box, this.#random);
    const { lng, lat } = crossed.reference;
    const place = { lng, lat, edges, from, to };
    this.#move(winding, before, place);
    const isCovered = crossed.wind(winding);
    this.#cells[cell] = isCovered ? INSIDE : this.crossed.push(crossed) - 1;
    return place;
  }

  #move(winding: Winding, from: Place, to: Place): void {
    this.#ways++;
    this.#cross(from, winding, from, to);
    this.#cross(to, winding, from, to);
  }

  /** Counts the edges of `near`, one of the two places, that lie between them. */
  #cross(near: Place, winding: Winding, from: Place, to: Place): void {
    const edges = this.#edges;
    for (let nth = near.from; nth < near.to; nth++) {
      const edge = near.edges[nth] as number;
      if (this.#compared[edge] === this.#ways) continue;
      this.#compared[edge] = this.#ways;
      const before = edges.side(edge, from.lng, from.lat);
      const after = edges.side(edge, to.lng, to.lat);
      if (areOpposite(before, after) && edges.isAcross(edge, from.lng, from.lat, to.lng, to.lat)) {
        winding.add(edges.part[edge] as number, after > 0 ? 1 : -1);
      }
    }
  }
}

function centerOf({ minLng, maxLng, minLat, maxLat }: Box): Reference {
  return { lng: (minLng + maxLng) / 2, lat: (minLat + maxLat) / 2 };
}
