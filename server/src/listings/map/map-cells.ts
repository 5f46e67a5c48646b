import type { Columns } from "../search-index/columns.ts";
import { coarserGrid, edgesOf, type MapGrid } from "./map-grid.ts";

/** A cell with fewer listings shows them one by one (search.md, D23 and D24). */
export const CLUSTERED_FROM = 4;
const SHOWN = CLUSTERED_FROM - 1;

/** A group of listings that are near one another on the map. */
export type MapCluster = {
  /** The mean of its listings' positions. */
  lat: number;
  lng: number;
  count: number;
  /** Null when no price of its listings is shown. */
  min_price: number | null;
  max_price: number | null;
  /** The smallest box around its listings. */
  bounds: { min_lat: number; max_lat: number; min_lng: number; max_lng: number };
};

/** Listings counted by the squares of a grid: some nanoseconds a listing, because those that follow one another are near one another. */
export class MapCells {
  readonly grid: MapGrid;
  readonly counts: Int32Array;
  /** The first listings of each cell, which are all when it is not clustered. */
  readonly #first: Int32Array;
  readonly #minLat: Float64Array;
  readonly #maxLat: Float64Array;
  readonly #minLng: Float64Array;
  readonly #maxLng: Float64Array;
  readonly #latSum: Float64Array;
  readonly #lngSum: Float64Array;
  readonly #minPrice: Float64Array;
  readonly #maxPrice: Float64Array;

  constructor(grid: MapGrid) {
    const cells = grid.columns * grid.rows;
    this.grid = grid;
    this.counts = new Int32Array(cells);
    this.#first = new Int32Array(cells * SHOWN);
    this.#minLat = new Float64Array(cells).fill(Infinity);
    this.#maxLat = new Float64Array(cells).fill(-Infinity);
    this.#minLng = new Float64Array(cells).fill(Infinity);
    this.#maxLng = new Float64Array(cells).fill(-Infinity);
    this.#latSum = new Float64Array(cells);
    this.#lngSum = new Float64Array(cells);
    this.#minPrice = new Float64Array(cells).fill(Infinity);
    this.#maxPrice = new Float64Array(cells).fill(-Infinity);
  }

  /** Adds listings, all of which are in the grid. */
  add(ordinals: Int32Array, { lat, lng, price }: Pick<Columns, "lat" | "lng" | "price">): void {
    const { columns } = this.grid;
    const { wests, norths } = edgesOf(this.grid);
    for (let nth = 0; nth < ordinals.length; ) {
      const first = ordinals[nth] as number;
      const column = lastUpTo(lng[first] as number, wests);
      const row = lastFrom(lat[first] as number, norths);
      const [west, east] = [wests[column] as number, wests[column + 1] as number];
      const [north, south] = [norths[row] as number, norths[row + 1] as number];
      // Sums and bounds of a run of listings in one cell stay in registers.
      let [minLat, maxLat, minLng, maxLng] = [Infinity, -Infinity, Infinity, -Infinity];
      let [minPrice, maxPrice, latSum, lngSum] = [Infinity, -Infinity, 0, 0];
      const from = nth;
      for (; nth < ordinals.length; nth++) {
        const ordinal = ordinals[nth] as number;
        const y = lat[ordinal] as number;
        const x = lng[ordinal] as number;
        if (nth > from && !(x >= west && x < east && y <= north && y > south)) break;
        latSum += y;
        lngSum += x;
        if (y < minLat) minLat = y;
        if (y > maxLat) maxLat = y;
        if (x < minLng) minLng = x;
        if (x > maxLng) maxLng = x;
        const dollars = price[ordinal] as number;
        if (dollars < minPrice) minPrice = dollars;
        if (dollars > maxPrice) maxPrice = dollars;
      }
      const cell = row * columns + column;
      this.#noteFirst(cell, ordinals, from, nth - from);
      this.counts[cell] = (this.counts[cell] as number) + nth - from;
      this.#latSum[cell] = (this.#latSum[cell] as number) + latSum;
      this.#lngSum[cell] = (this.#lngSum[cell] as number) + lngSum;
      this.#widen(cell, { minLat, maxLat, minLng, maxLng, minPrice, maxPrice });
    }
  }

  /** Clusters and single listings together. */
  get marks(): number {
    let marks = 0;
    for (const count of this.counts) marks += count < CLUSTERED_FROM ? count : 1;
    return marks;
  }

  /** The same listings in the squares of the level above. */
  coarser(): MapCells {
    const { grid } = this;
    const above = new MapCells(coarserGrid(grid));
    for (let cell = 0; cell < this.counts.length; cell++) {
      if (this.counts[cell] === 0) continue;
      const row = ((grid.row + Math.floor(cell / grid.columns)) >> 1) - above.grid.row;
      const column = ((grid.column + (cell % grid.columns)) >> 1) - above.grid.column;
      above.#take(row * above.grid.columns + column, this, cell);
    }
    return above;
  }

  /** From north to south, and in a row from west to east. */
  clusters(): MapCluster[] {
    const clusters: MapCluster[] = [];
    this.counts.forEach((count, cell) => {
      if (count >= CLUSTERED_FROM) clusters.push(this.#cluster(cell, count));
    });
    return clusters;
  }

  /** The listings that are in no cluster. */
  singles(): number[] {
    const singles: number[] = [];
    this.counts.forEach((count, cell) => {
      if (count < CLUSTERED_FROM) singles.push(...this.#first.subarray(cell * SHOWN, cell * SHOWN + count));
    });
    return singles;
  }

  #cluster(cell: number, count: number): MapCluster {
    const at = (values: Float64Array) => values[cell] as number;
    const bounds = {
      min_lat: at(this.#minLat),
      max_lat: at(this.#maxLat),
      min_lng: at(this.#minLng),
      max_lng: at(this.#maxLng),
    };
    const isPriced = at(this.#minPrice) !== Infinity;
    return {
      lat: meanWithin(at(this.#latSum) / count, bounds.min_lat, bounds.max_lat),
      lng: meanWithin(at(this.#lngSum) / count, bounds.min_lng, bounds.max_lng),
      count,
      min_price: isPriced ? at(this.#minPrice) : null,
      max_price: isPriced ? at(this.#maxPrice) : null,
      bounds,
    };
  }

  #take(cell: number, from: MapCells, other: number): void {
    const count = from.counts[other] as number;
    this.#noteFirst(cell, from.#first, other * SHOWN, Math.min(count, SHOWN));
    this.counts[cell] = (this.counts[cell] as number) + count;
    this.#latSum[cell] = (this.#latSum[cell] as number) + (from.#latSum[other] as number);
    this.#lngSum[cell] = (this.#lngSum[cell] as number) + (from.#lngSum[other] as number);
    this.#widen(cell, {
      minLat: from.#minLat[other] as number,
      maxLat: from.#maxLat[other] as number,
      minLng: from.#minLng[other] as number,
      maxLng: from.#maxLng[other] as number,
      minPrice: from.#minPrice[other] as number,
      maxPrice: from.#maxPrice[other] as number,
    });
  }

  #noteFirst(cell: number, ordinals: Int32Array, from: number, count: number): void {
    const known = this.counts[cell] as number;
    for (let nth = 0; nth < count && known + nth < SHOWN; nth++)
      this.#first[cell * SHOWN + known + nth] = ordinals[from + nth] as number;
  }

  #widen(cell: number, { minLat, maxLat, minLng, maxLng, minPrice, maxPrice }: Extent): void {
    if (minLat < (this.#minLat[cell] as number)) this.#minLat[cell] = minLat;
    if (maxLat > (this.#maxLat[cell] as number)) this.#maxLat[cell] = maxLat;
    if (minLng < (this.#minLng[cell] as number)) this.#minLng[cell] = minLng;
    if (maxLng > (this.#maxLng[cell] as number)) this.#maxLng[cell] = maxLng;
    if (minPrice < (this.#minPrice[cell] as number)) this.#minPrice[cell] = minPrice;
    if (maxPrice > (this.#maxPrice[cell] as number)) this.#maxPrice[cell] = maxPrice;
  }
}

type Extent = {
  minLat: number;
  maxLat: number;
  minLng: number;
  maxLng: number;
  minPrice: number;
  maxPrice: number;
};

/** The column of a longitude: edges ascend. */
function lastUpTo(lng: number, wests: Float64Array): number {
  let [low, high] = [0, wests.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((wests[middle] as number) <= lng) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row of a latitude: edges descend. */
function lastFrom(lat: number, norths: Float64Array): number {
  let [low, high] = [0, norths.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((norths[middle] as number) >= lat) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Digits of about a decimetre: the last digits of a sum depend on its order, which differs between processes. */
const DECIMALS = 1e6;

function meanWithin(mean: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(mean * DECIMALS) / DECIMALS));
}
