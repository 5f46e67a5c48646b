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

/** `ranks`: the rank of each stem of `all`, in their order; 0 when the listing does not contain it. */
export type ListingWords = { listingId: number; ranks: number[] };

/**
 * Listings that contain words of a query, with PostgreSQL's rank of each word: higher for a word in the facts than for one in the
 * remarks, and for every further occurrence. The rows are one JSON value, which is parsed ten times as quickly as arrays.
 *
 * Index: listing_documents_words for the retrieval (a bitmap of at most some thousand rows, because frequent words retrieve nothing
 * by themselves), listing_documents_pkey for the rest. Expected: some hundred rows. Rejected: ts_rank over every match of any word,
 * which reads most of the documents.
 */
export async function listingsWithWords(
  db: Db,
  { selective, all, retrieved, among, limit }: WordQuery,
): Promise<ListingWords[]> {
  const conditions = [selective.map(quoted).join(" | "), all.map(quoted).join(" & ")].filter(Boolean);
  const condition = conditions.map((each) => (each.includes("&") ? `(${each})` : each)).join(" | ");
  if (condition === "") return [];
  const { rows } = await sql<{ found: [listingId: number, ranks: number[]][] }>`
    with stems as materialized (
      select nth, stem::tsquery as stem
      from unnest(${all.map(quoted)}::text[]) with ordinality as given (stem, nth)
    ),
    matches as (
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
    select coalesce(json_agg(json_build_array(
      listing_id,
      array(select ts_rank(words, stem) from stems order by nth)
    )), '[]') as found
    from found`.execute(db);
  return (rows[0]?.found ?? []).map(([listingId, ranks]) => ({ listingId, ranks }));
}

/** A stem in the syntax of tsquery. */
function quoted(stem: string): string {
  return `'${stem.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
