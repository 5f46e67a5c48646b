import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { wordsOf, wordsQuery } from "./words.ts";

type Where = { sourceIds: readonly number[]; limit: number };

/**
 * The listings of some sources whose shown address has every word of a text, public or not; none for a text without words.
 *
 * Index: listing_words_words. Expected: at most `limit` rows, a few as a rule.
 */
export async function listingsAtAddress(
  db: Db,
  text: string,
  { sourceIds, limit }: Where,
): Promise<number[]> {
  const words = wordsOf(text);
  if (words.length === 0 || sourceIds.length === 0) return [];
  const { rows } = await sql<{ listing_id: number }>`
    select listing_id
    from listing_words
    where words @@ ${wordsQuery(words, ["a"])}::tsquery
      and source_id = any(${sourceIds}::integer[])
    limit ${limit}`.execute(db);
  return rows.map(({ listing_id }) => listing_id);
}
