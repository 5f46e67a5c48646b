import { sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";

const ANSWERS = 10;

export type FullText = { match: "and" | "or"; rank: "ts_rank" | "ts_rank_cd" };

/**
 * PostgreSQL's own search over the documents that Lintel writes (facts A, remarks B): of all words as `websearch_to_tsquery`
 * reads them, or of any of them, ranked by either of its functions; the newest document first where they are even.
 */
export async function fullText(db: Db, query: string, { match, rank }: FullText, ids: Float64Array) {
  const words =
    match === "and"
      ? sql`websearch_to_tsquery('english', ${query})`
      : sql`replace(plainto_tsquery('english', ${query})::text, ' & ', ' | ')::tsquery`;
  const { rows } = await sql<{ listing_id: number }>`
    select listing_id
    from listing_documents, (select ${words} as asked) query
    where words @@ asked
      and listing_id = any(${[...ids]}::bigint[])
    order by ${sql.ref(rank)}(words, asked) desc, listing_id desc
    limit ${ANSWERS}`.execute(db);
  return rows.map(({ listing_id }) => listing_id);
}
