import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** The share of listings that contain a word, 0 to 1, by stem; of the most frequent words only. */
export type WordShares = ReadonlyMap<string, number>;

const FRESH_MS = 10 * 60_000;
const kept = new WeakMap<Db, { at: number; shares: WordShares }>();

/**
 * From the database's statistics, which contain some hundred frequent words; all others are rare. Up to ten minutes old. Rejected: ts_stat, which reads every document.
 */
export async function wordShares(db: Db): Promise<WordShares> {
  const before = kept.get(db);
  if (before && performance.now() - before.at < FRESH_MS && before.shares.size > 0) return before.shares;
  const { rows } = await sql<{ words: string[] | null; shares: number[] | null }>`
    select most_common_elems::text::text[] as words, most_common_elem_freqs as shares
    from pg_stats
    where schemaname = current_schema() and tablename = 'listing_documents' and attname = 'words'`.execute(
    db,
  );
  const { words, shares } = rows[0] ?? { words: null, shares: null };
  const found = new Map(words?.map((word, nth) => [word, shares?.[nth] ?? 0]));
  kept.set(db, { at: performance.now(), shares: found });
  return found;
}

/** Updates the statistics: the embedded database never does by itself. */
export async function refreshWordShares(db: Db): Promise<void> {
  await sql`analyze listing_documents`.execute(db);
  kept.delete(db);
}

/** Words with a lower share have the full weight. */
const RARE = 0.002;

/** How informative a word is, 0 to 1: the more listings contain it, the less. */
export function weightOfShare(share: number | undefined): number {
  if (share === undefined || share <= RARE) return 1;
  return Math.max(0.05, Math.log(1 / share) / Math.log(1 / RARE));
}
