import type { NumberColumn } from "../search-index/columns.ts";

/** Numbers in bands, both ends inclusive. */
export type Bands = {
  count: number;
  /** Where bands begin. */
  edges: readonly number[];
  /** The band of a number. */
  of(value: number): number;
  /** The ends of a band; `max` null: it has no upper end. */
  ends(band: number): { min: number; max: number | null };
};

const THOUSAND = 1000;
const CENT = 0.01;

/** US dollars, in steps that grow with the price, as listing sites have them. */
const PRICE_EDGES = [
  ...steps(0, 500, 50),
  ...steps(500, 1000, 100),
  ...steps(1000, 2000, 250),
  ...steps(2000, 5000, 500),
  ...steps(5000, 10_000, 1000),
  10_000,
].map((edge) => edge * THOUSAND);

/** A band ends a cent before the next one: prices have two decimals. */
export const priceBands: Bands = {
  count: PRICE_EDGES.length,
  edges: PRICE_EDGES,
  of: (price) => {
    let low = 0;
    let high = PRICE_EDGES.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((PRICE_EDGES[middle] as number) <= price) low = middle;
      else high = middle;
    }
    return low;
  },
  ends: (band) => {
    const next = PRICE_EDGES[band + 1];
    return { min: PRICE_EDGES[band] as number, max: next === undefined ? null : next - CENT };
  },
};

const FIRST_DECADE = 1900;
const LAST_DECADE = 2090;
const YEARS = 10;
const DECADES = steps(FIRST_DECADE, LAST_DECADE + YEARS, YEARS);

/** Decades, one band for all before the first, and one for all from the last on. */
export const yearBands: Bands = {
  count: DECADES.length + 1,
  edges: DECADES,
  of: (year) => Math.max(0, Math.floor((Math.min(year, LAST_DECADE) - FIRST_DECADE) / YEARS) + 1),
  ends: (band) => {
    if (band === 0) return { min: 0, max: FIRST_DECADE - 1 };
    const min = DECADES[band - 1] as number;
    return { min, max: min === LAST_DECADE ? null : min + YEARS - 1 };
  },
};

/** The columns of which bands are counted. */
export const bandedColumns: Partial<Record<NumberColumn, Bands>> = {
  price: priceBands,
  yearBuilt: yearBands,
};

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: (to - from) / by }, (_, nth) => from + nth * by);
}
