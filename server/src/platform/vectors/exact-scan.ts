import { hasId, type IdSetData } from "../id-set.ts";
import { BestKeys } from "./best-keys.ts";
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

/** What a scan of all rows collects; null: of all keys. */
export type Scan = { best: BestKeys; among: IdSetData | null };

/** Compares all rows once, for each of these. Only entries that would be among a scan's best are looked up in its filter. */
export function scanRows({ rows, scorer }: Ground, scans: readonly Scan[]): void {
  const { slots, products, picked, atOnce } = scorer;
  const { owners, firsts } = rows;
  for (let nth = 0; nth < atOnce; nth++) slots[nth] = nth;
  // An entry's rows are behind each other, but may be parted by the end of a turn.
  let [current, highest, nth] = [-1, 0, 0];
  for (let from = 0; from < rows.rows; from += atOnce) {
    const count = Math.min(atOnce, rows.rows - from);
    scorer.run(count, from);
    const chosen = scorer.pick(count, lowestFloor(scans));
    for (let index = 0; index < chosen; index++) {
      const place = picked[index] as number;
      const entry = owners[from + place] as number;
      if (entry === -1) continue;
      const product = products[place] as number;
      if (entry === current && product <= highest) continue;
      if (entry !== current && current !== -1) offerEach(rows, scans, current, highest, nth);
      [current, highest, nth] = [entry, product, from + place - (firsts[entry] as number)];
    }
  }
  if (current !== -1) offerEach(rows, scans, current, highest, nth);
}

function lowestFloor(scans: readonly Scan[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < scans.length; at++) lowest = Math.min(lowest, (scans[at] as Scan).best.floor);
  return lowest;
}

function offerEach(
  rows: VectorRows,
  scans: readonly Scan[],
  entry: number,
  product: number,
  nth: number,
): void {
  const key = rows.keys[entry] as number;
  for (let at = 0; at < scans.length; at++) {
    const { best, among } = scans[at] as Scan;
    if (product >= best.floor && (among === null || hasId(among, key))) best.offer(key, product, nth);
  }
}

function offer(rows: VectorRows, best: BestKeys, entry: number, product: number, nth: number): void {
  if (product >= best.floor) best.offer(rows.keys[entry] as number, product, nth);
}
