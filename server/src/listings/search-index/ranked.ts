import type { Band } from "./band.ts";

/** A matching row, the key it is ordered by, and the label of its listing_id (IdOrder); smaller ones come first. */
export type Ranked = { key: number; label: number; band: Band; row: number };

/** Where the scan puts the rows that match. */
export type RowCollector = {
  offer(key: number, band: Band, row: number): void;
  /** Rows by rank, best first; equal keys go by listing_id. */
  page(offset: number, limit: number): Ranked[];
};

export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.label - b.label;
}
