import type { Box } from "../distance.ts";
import type { Edges } from "./edges.ts";

const MAX_COLUMNS = 1024;
/** Pairs of an edge and a cell that it touches, about: they take some milliseconds. Where edges are long, cells are larger instead. */
const MAX_TOUCHES = 40_000;
/** Narrower cells would have too few different points. */
const MIN_DEGREES = 1e-9;
/** Edges are taken to be so much wider than they are, that rounding takes none out of a cell: a share of a cell, and degrees. */
const MARGIN = 1e-9;
const MARGIN_DEGREES = 1e-12;

/** Cells that edges touch: those of the nth cell are `edges` from `starts[nth]` up to `starts[nth + 1]`. */
export type Coverage = { edges: Int32Array; starts: Int32Array };

/** Columns and rows of cells that fill a box. */
export class GridShape {
  readonly box: Box;
  readonly columns: number;
  readonly rows: number;
  readonly #edges: Edges;
  readonly #perLng: number;
  readonly #perLat: number;

  /** @param cells about how many; most across the direction in which most of the edges `some` run. */
  constructor(edges: Edges, some: Int32Array, box: Box, cells: number) {
    const width = box.maxLng - box.minLng;
    const height = box.maxLat - box.minLat;
    let across = 1;
    let up = 1;
    for (const edge of some) {
      const east = (edges.toLng[edge] as number) - (edges.fromLng[edge] as number);
      const north = (edges.toLat[edge] as number) - (edges.fromLat[edge] as number);
      across += Math.min(1, Math.abs(east) / width);
      up += Math.min(1, Math.abs(north) / height);
    }
    const affordable = Math.min(cells, (MAX_TOUCHES / 2) ** 2 / (across * up));
    this.#edges = edges;
    this.box = box;
    this.columns = divisions(Math.sqrt((affordable * up) / across), width);
    this.rows = divisions(affordable / this.columns, height);
    this.#perLng = this.columns / width;
    this.#perLat = this.rows / height;
  }

  columnAt(lng: number): number {
    const column = Math.floor((lng - this.box.minLng) * this.#perLng);
    return column < 0 ? 0 : column >= this.columns ? this.columns - 1 : column;
  }

  rowAt(lat: number): number {
    const row = Math.floor((lat - this.box.minLat) * this.#perLat);
    return row < 0 ? 0 : row >= this.rows ? this.rows - 1 : row;
  }

  boxOf(cell: number): Box {
    const column = cell % this.columns;
    const row = (cell - column) / this.columns;
    const { minLng, minLat } = this.box;
    return {
      minLng: minLng + column / this.#perLng,
      maxLng: minLng + (column + 1) / this.#perLng,
      minLat: minLat + row / this.#perLat,
      maxLat: minLat + (row + 1) / this.#perLat,
    };
  }

  /** The cells that some edges touch, in the edges' order, and at most some cells more. */
  cover(some: Int32Array): Coverage {
    const pairs = new Pairs(some.length * 4);
    for (const edge of some) this.#addCells(edge, pairs);
    const { count, cells } = pairs;
    const starts = new Int32Array(this.columns * this.rows + 1);
    for (let nth = 0; nth < count; nth++) {
      const after = (cells[nth] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let nth = 1; nth < starts.length; nth++) {
      starts[nth] = (starts[nth] as number) + (starts[nth - 1] as number);
    }
    const next = starts.slice();
    const edges = new Int32Array(count);
    for (let nth = 0; nth < count; nth++) {
      const cell = cells[nth] as number;
      const at = next[cell] as number;
      edges[at] = pairs.edges[nth] as number;
      next[cell] = at + 1;
    }
    return { edges, starts };
  }

  #addCells(edge: number, pairs: Pairs): void {
    const { fromLng, fromLat, toLng, toLat } = this.#edges;
    const [fromX, fromY] = [fromLng[edge] as number, fromLat[edge] as number];
    const [toX, toY] = [toLng[edge] as number, toLat[edge] as number];
    const { minLng, maxLng, minLat, maxLat } = this.box;
    const marginX = MARGIN / this.#perLng + MARGIN_DEGREES;
    const marginY = MARGIN / this.#perLat + MARGIN_DEGREES;
    const [west, east] = [Math.min(fromX, toX), Math.max(fromX, toX)];
    const [south, north] = [Math.min(fromY, toY), Math.max(fromY, toY)];
    if (west > maxLng + marginX || east < minLng - marginX) return;
    if (south > maxLat + marginY || north < minLat - marginY) return;
    const slope = (toX - fromX) / (toY - fromY);
    const lastRow = this.rowAt(north + marginY);
    for (let row = this.rowAt(south - marginY); row <= lastRow; row++) {
      let [low, high] = [west, east];
      if (fromY !== toY) {
        const bottom = Math.max(south, minLat + row / this.#perLat - marginY);
        const top = Math.min(north, minLat + (row + 1) / this.#perLat + marginY);
        const atBottom = fromX + (bottom - fromY) * slope;
        const atTop = fromX + (top - fromY) * slope;
        low = Math.max(west, Math.min(atBottom, atTop));
        high = Math.min(east, Math.max(atBottom, atTop));
      }
      if (low > maxLng + marginX || high < minLng - marginX) continue;
      const lastColumn = this.columnAt(high + marginX);
      for (let column = this.columnAt(low - marginX); column <= lastColumn; column++) {
        pairs.add(row * this.columns + column, edge);
      }
    }
  }
}

function divisions(wanted: number, degrees: number): number {
  return Math.max(1, Math.floor(Math.min(wanted, MAX_COLUMNS, degrees / MIN_DEGREES)));
}

/** A list of pairs that grows. */
class Pairs {
  count = 0;
  cells: Int32Array;
  edges: Int32Array;

  constructor(capacity: number) {
    this.cells = new Int32Array(capacity);
    this.edges = new Int32Array(capacity);
  }

  add(cell: number, edge: number): void {
    if (this.count === this.cells.length) {
      this.cells = doubled(this.cells);
      this.edges = doubled(this.edges);
    }
    this.cells[this.count] = cell;
    this.edges[this.count++] = edge;
  }
}

function doubled(column: Int32Array): Int32Array {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}
