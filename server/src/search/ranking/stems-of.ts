import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../../platform/database/database.ts";

const WORDS_KEPT = 20_000;
/** Longer ones are no words of listings. */
const MAX_KEPT_LENGTH = 40;
const keptStems = new LRUCache<string, readonly string[]>({ max: WORDS_KEPT });

/**
 * The stems of words in PostgreSQL's English dictionary, none for a stop word. Cached, because the dictionary does not change: words
 * that were met before need no query.
 */
export async function stemsOf(
  db: Db,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const given = [...new Set(words)];
  const stems = new Map<string, readonly string[]>();
  const missing: string[] = [];
  for (const word of given) {
    const known = keptStems.get(word);
    if (known) stems.set(word, known);
    else missing.push(word);
  }
  if (missing.length === 0) return stems;
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, tsvector_to_array(to_tsvector('english', word)) as stems
    from unnest(${missing}::text[]) as given (word)`.execute(db);
  for (const { word, stems: own } of rows) {
    if (word.length <= MAX_KEPT_LENGTH) keptStems.set(word, own);
    stems.set(word, own);
  }
  return stems;
}
