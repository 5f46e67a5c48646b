import { type RawBuilder, sql } from "kysely";
import { isOfSources } from "../../listings/index.ts";
import type { Db } from "../../platform/database/database.ts";

type WordQuery = {
  /** Words, in the syntax of tsquery, that retrieve listings by themselves. */
  selective: readonly string[];
  /** Words that retrieve listings that contain all of them. `best`: of a wish, what a listing has for it at best. */
  all: readonly { query: string; best: string | null }[];
  /** Listings whose ranks are needed in any case. */
  retrieved: readonly number[];
  /** Retrieves only among these listings; null: among all, because there are too many ids for a statement. */
  among: readonly number[] | null;
  /** Retrieves only listings of these sources, so that those of others take no place among `limit`; null: of all. */
  sourceIds: readonly number[] | null;
  limit: number;
};

/** Listings, and for each word of `all` its rank in each of them, in the same order; 0 in one that does not contain it. */
export type ListingWords = { ids: number[]; ranks: number[][] };

/**
 * Listings that contain words of a query, with PostgreSQL's rank of each word: higher for a word in the facts than for one in the
 * remarks, and for every further occurrence. The result is one row of arrays, a column for each stem: it is made in half the time of
 * an array for each listing, and parsed in a tenth of it.
 *
 * Index: listing_documents_words for the retrieval (a bitmap of at most some thousand rows, because frequent words retrieve nothing
 * by themselves), listing_documents_pkey for the rest. Expected: some hundred rows. Rejected: ts_rank over every match of any word,
 * which reads most of the documents.
 */
export async function listingsWithWords(
  db: Db,
  { selective, all, retrieved, among, sourceIds, limit }: WordQuery,
): Promise<ListingWords> {
  const condition = [...selective, all.map(({ query }) => `(${query})`).join(" & ")]
    .filter(Boolean)
    .map((each) => `(${each})`)
    .join(" | ");
  if (condition === "") return { ids: [], ranks: [] };
  const ranks = all.map((word) => sql`array_agg(${rankOf(word)})::text`);
  const { rows } = await sql<{ found: (string | null)[] }>`
    with matches as (
      select listing_id, words
      from listing_documents
      where words @@ ${condition}::tsquery
        and (${among}::bigint[] is null or listing_id = any(${among}::bigint[]))
        and ${among === null ? isOfSources(sql`listing_id`, sourceIds) : sql`true`}
      limit ${limit}
    ),
    found as (
      select listing_id, words from matches
      union all
      select listing_id, words
      from listing_documents
      where listing_id = any(${retrieved}::bigint[])
        and listing_id not in (select listing_id from matches)
    )
    select json_build_array(array_agg(listing_id)::text, ${sql.join(ranks)}) as found
    from found`.execute(db);
  const [ids = [], ...columns] = (rows[0]?.found ?? []).map(numbersOf);
  return { ids, ranks: columns };
}

/** Of an array of PostgreSQL as text; null is an empty one. */
function numbersOf(array: string | null): number[] {
  return array === null ? [] : (JSON.parse(`[${array.slice(1, -1)}]`) as number[]);
}

/**
 * The rank of a word. A wish has many words, of which one is enough: ts_rank would divide by their number. Its ranks are those of a
 * word in the facts, in the remarks, and of one that is not the best for it.
 */
function rankOf({ query, best }: { query: string; best: string | null }): RawBuilder<number> {
  if (best === null) return sql`ts_rank(words, ${query}::tsquery)`;
  return sql`case
    when words @@ ${inFacts(best)}::tsquery then 0.61
    when words @@ ${best}::tsquery then 0.45
    when words @@ ${query}::tsquery then 0.3
    else 0
  end`;
}

/** Matches in the facts alone, which have the weight A. */
const inFacts = (query: string) => query.replaceAll(/'(?: |<|\)|\||&|$)/g, (end) => `':A${end.slice(1)}`);
