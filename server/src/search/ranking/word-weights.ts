import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** In how many of the listings, 0 to 1, the commonest words are, by their stems. */
export type WordShares = ReadonlyMap<string, number>;

const FRESH_MS = 10 * 60_000;
const known = new WeakMap<Db, { at: number; shares: WordShares }>();

/**
 * What the database's own statistics say of the words of listings: some hundred words that many listings have; words it does
 * not name are rare. Up to ten minutes old. Rejected: ts_stat, which reads every document.
 */
export async function wordShares(db: Db): Promise<WordShares> {
  const before = known.get(db);
  if (before && performance.now() - before.at < FRESH_MS && before.shares.size > 0) return before.shares;
  const { rows } = await sql<{ words: string[] | null; shares: number[] | null }>`
    select most_common_elems::text::text[] as words, most_common_elem_freqs as shares
    from pg_stats
    where schemaname = current_schema() and tablename = 'listing_documents' and attname = 'words'`.execute(
    db,
  );
  const { words, shares } = rows[0] ?? { words: null, shares: null };
  const found = new Map(words?.map((word, nth) => [word, shares?.[nth] ?? 0]));
  known.set(db, { at: performance.now(), shares: found });
  return found;
}

/** Has the database look at the documents again: the embedded one never does by itself. */
export async function refreshWordShares(db: Db): Promise<void> {
  await sql`analyze listing_documents`.execute(db);
  known.delete(db);
}

/** The share from which on a word tells hardly anything, and the one below which it tells all it can. */
const RARE = 0.002;

/** How much it tells that a listing has a word, 0 to 1: little of one that most have. */
export function weightOfShare(share: number | undefined): number {
  if (share === undefined || share <= RARE) return 1;
  return Math.max(0.05, Math.log(1 / share) / Math.log(1 / RARE));
}
