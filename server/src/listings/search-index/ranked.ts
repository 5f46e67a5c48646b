import type { Band } from "./band.ts";

/** A matching row and the key it is ordered by; smaller keys come first. */
export type Ranked = { key: number; band: Band; row: number };

/** Where the scan puts the rows that match. */
export type RowCollector = {
  offer(key: number, band: Band, row: number): void;
  /** Rows by rank, best first; equal keys go by listing_id. */
  page(offset: number, limit: number): Ranked[];
};

export function listingIdOf(ranked: Ranked): string {
  return ranked.band.listingId[ranked.row] as string;
}

export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  const [idA, idB] = [listingIdOf(a), listingIdOf(b)];
  return idA < idB ? -1 : idA > idB ? 1 : 0;
}
