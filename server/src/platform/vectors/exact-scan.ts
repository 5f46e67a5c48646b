import { hasId, type IdSetData } from "../id-set.ts";
import { BestKeys } from "./best-keys.ts";
import { COARSE_MARGIN } from "./coarse-rows.ts";
import type { Scorer } from "./scorer.ts";
import type { VectorRows } from "./vector-rows.ts";

type Ground = { rows: VectorRows; scorer: Scorer };

/**
 * The cost of reading one row at random, in rows that are read sequentially and so prefetched. Measured; see
 * docs/decisions/vectors-in-process.md.
 */
export const ROW_AMONG_OTHERS_COSTS = 5;

/** The best of some entries. */
export function scanEntries({ rows, scorer }: Ground, entries: Int32Array, k: number): BestKeys {
  const best = new BestKeys(k);
  const { slots, products, atOnce } = scorer;
  const { firsts, counts } = rows;
  for (let from = 0; from < entries.length; ) {
    let filled = 0;
    let to = from;
    for (; to < entries.length; to++) {
      const [first, count] = [
        firsts[entries[to] as number] as number,
        counts[entries[to] as number] as number,
      ];
      if (filled + count > atOnce) break;
      for (let nth = 0; nth < count; nth++) slots[filled++] = first + nth;
    }
    scorer.run(filled);
    for (let index = 0; from < to; from++) {
      const entry = entries[from] as number;
      const end = index + (counts[entry] as number);
      const start = index;
      let highest = index;
      for (; index < end; index++)
        if ((products[index] as number) > (products[highest] as number)) highest = index;
      offer(rows, best, entry, products[highest] as number, highest - start);
    }
  }
  return best;
}

/** What a scan of all rows is to find; null: of all keys. */
export type ScanFilter = { k: number; among: IdSetData | null };

/** The highest coarse products of entries, and the rows that may be among the best. */
type Scan = { filter: ScanFilter; best: BestKeys; rows: number[]; products: number[] };

/** The cost of a row in a scan of all, with the choice of the best, in rows of 16 bits that are read sequentially. Measured. */
export const COARSE_ROW_COSTS = 3 / 4;

/**
 * Scans all rows once, for each of these. In 8 bits first; what is within the error of the best is compared exactly. Only entries
 * that may be among a filter's best are looked up in it.
 */
export function scanRows(ground: Ground, query: Int16Array, filters: readonly ScanFilter[]): BestKeys[] {
  const scans = filters.map((filter) => ({ filter, best: new BestKeys(filter.k), rows: [], products: [] }));
  scanCoarse(ground.rows, query, scans);
  return scans.map((scan) => compareExactly(ground, scan));
}

function scanCoarse(rows: VectorRows, query: Int16Array, scans: readonly Scan[]): void {
  const { owners, keys, coarse } = rows;
  coarse.ask(query);
  // An entry's rows are behind each other, but may be parted by the end of a turn.
  let [current, highest] = [-1, 0];
  for (let from = 0; from < rows.rows; from += coarse.atOnce) {
    const count = Math.min(coarse.atOnce, rows.rows - from);
    coarse.run(from, count);
    const chosen = coarse.pick(count, lowestFloor(scans) - COARSE_MARGIN);
    for (let index = 0; index < chosen; index++) {
      const place = coarse.picked[index] as number;
      const entry = owners[from + place] as number;
      if (entry === -1) continue;
      const product = coarse.products[place] as number;
      keepRow(scans, keys[entry] as number, product, from + place);
      if (entry === current && product <= highest) continue;
      if (entry !== current && current !== -1) offerEach(scans, keys[current] as number, highest);
      [current, highest] = [entry, product];
    }
  }
  if (current !== -1) offerEach(scans, keys[current] as number, highest);
}

function lowestFloor(scans: readonly Scan[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < scans.length; at++) lowest = Math.min(lowest, (scans[at] as Scan).best.floor);
  return lowest;
}

function keepRow(scans: readonly Scan[], key: number, product: number, row: number): void {
  for (let at = 0; at < scans.length; at++) {
    const { filter, best, rows, products } = scans[at] as Scan;
    if (product < best.floor - COARSE_MARGIN || !isAmong(filter, key)) continue;
    rows.push(row);
    products.push(product);
  }
}

function offerEach(scans: readonly Scan[], key: number, product: number): void {
  for (let at = 0; at < scans.length; at++) {
    const { filter, best } = scans[at] as Scan;
    if (product >= best.floor && isAmong(filter, key)) best.offer(key, product, 0);
  }
}

function isAmong({ among }: ScanFilter, key: number): boolean {
  return among === null || hasId(among, key);
}

/** The best of the rows that a coarse scan has left. */
function compareExactly({ rows, scorer }: Ground, { filter, best: coarse, ...kept }: Scan): BestKeys {
  const best = new BestKeys(filter.k);
  const left = kept.rows.filter((_, nth) => (kept.products[nth] as number) >= coarse.floor - COARSE_MARGIN);
  const { slots, products, atOnce } = scorer;
  let [current, highest, place] = [-1, 0, 0];
  for (let from = 0; from < left.length; from += atOnce) {
    const count = Math.min(atOnce, left.length - from);
    for (let nth = 0; nth < count; nth++) slots[nth] = left[from + nth] as number;
    scorer.run(count);
    for (let nth = 0; nth < count; nth++) {
      const row = slots[nth] as number;
      const entry = rows.owners[row] as number;
      const product = products[nth] as number;
      if (entry === current && product <= highest) continue;
      if (entry !== current && current !== -1) offer(rows, best, current, highest, place);
      [current, highest, place] = [entry, product, row - (rows.firsts[entry] as number)];
    }
  }
  if (current !== -1) offer(rows, best, current, highest, place);
  return best;
}

function offer(rows: VectorRows, best: BestKeys, entry: number, product: number, nth: number): void {
  if (product >= best.floor) best.offer(rows.keys[entry] as number, product, nth);
}
