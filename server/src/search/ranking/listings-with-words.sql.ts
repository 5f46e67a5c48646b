import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type WordQuery = {
  /** Stems that retrieve listings by themselves. */
  selective: readonly string[];
  /** Stems that retrieve listings that contain all of them. */
  all: readonly string[];
  /** Listings whose ranks are needed in any case. */
  retrieved: readonly number[];
  /** Retrieves only among these listings; null: among all, because there are too many ids for a statement. */
  among: readonly number[] | null;
  limit: number;
};

/** Listings, and for each stem of `all` its rank in each of them, in the same order; 0 in one that does not contain it. */
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
  { selective, all, retrieved, among, limit }: WordQuery,
): Promise<ListingWords> {
  const conditions = [selective.map(quoted).join(" | "), all.map(quoted).join(" & ")].filter(Boolean);
  const condition = conditions.map((each) => (each.includes("&") ? `(${each})` : each)).join(" | ");
  if (condition === "") return { ids: [], ranks: [] };
  const ranks = all.map((stem) => sql`array_agg(ts_rank(words, ${quoted(stem)}::tsquery))::text`);
  const { rows } = await sql<{ found: (string | null)[] }>`
    with matches as (
      select listing_id, words
      from listing_documents
      where words @@ ${condition}::tsquery
        and (${among}::bigint[] is null or listing_id = any(${among}::bigint[]))
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

/** A stem in the syntax of tsquery. */
function quoted(stem: string): string {
  return `'${stem.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
