import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type WordQuery = {
  /** Listings that have one of these are looked for. */
  telling: readonly string[];
  /** Listings that have all of these are, too. */
  all: readonly string[];
  /** Listings whose words are wanted anyway. */
  also: readonly number[];
  /** Only among these; null: among all, as they are too many to name. */
  among: readonly number[] | null;
  limit: number;
};

/** `ranks`: how much a listing has of each word of `all`, in their order; 0 of one that it has not. */
export type WordsFound = { listing_id: number; ranks: number[] };

/**
 * Listings with the words that were asked for, and how much each has of them: PostgreSQL's own rank of one word, which is more
 * for one in the facts than for one in the remarks, and for every other mention.
 *
 * Index: listing_documents_words for what is looked for (a bitmap of at most some thousand rows, as common words look for
 * nothing alone), listing_documents_pkey for the rest. Expected: some hundred rows. Rejected: ts_rank over every match of any word, which reads most of the
 * documents.
 */
export async function listingsWithWords(
  db: Db,
  { telling, all, also, among, limit }: WordQuery,
): Promise<WordsFound[]> {
  const queries = [telling.map(quoted).join(" | "), all.map(quoted).join(" & ")].filter(Boolean);
  const looked = queries.map((query) => (query.includes("&") ? `(${query})` : query)).join(" | ");
  if (looked === "") return [];
  const { rows } = await sql<WordsFound>`
    with asked as materialized (
      select nth, query::tsquery as query
      from unnest(${all.map(quoted)}::text[]) with ordinality as given (query, nth)
    ),
    looked_for as (
      select listing_id, words
      from listing_documents
      where words @@ ${looked}::tsquery
        and (${among}::bigint[] is null or listing_id = any(${among}::bigint[]))
      limit ${limit}
    ),
    found as (
      select listing_id, words from looked_for
      union all
      select listing_id, words
      from listing_documents
      where listing_id = any(${also}::bigint[])
        and listing_id not in (select listing_id from looked_for)
    )
    select listing_id,
      array(select ts_rank(words, query) from asked order by nth) as ranks
    from found`.execute(db);
  return rows;
}

/** A stem as a tsquery has it. */
function quoted(stem: string): string {
  return `'${stem.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
