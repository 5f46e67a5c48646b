import { sql } from "kysely";
import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import { toVector } from "./words.ts";

/** `words`: see storedWords. */
export type WordsRow = { listing_id: number; source_id: number; words: string };

const columns: BulkColumn<WordsRow>[] = [
  { name: "listing_id", type: "bigint", value: ({ listing_id }) => listing_id },
  { name: "source_id", type: "integer", value: ({ source_id }) => source_id },
  { name: "words", type: "text", value: ({ words }) => words },
];

/** Notes that the texts of these listings are new, in the transaction that writes them. `makeMissingWords` makes their words. */
export async function noteWithoutWords(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into listings_without_words (listing_id)
    select unnest(${ids}::bigint[])`.execute(db);
}

/** How many notes there are, up to `most`. Index: listings_without_words_pkey. Expected: none as a rule. */
export async function countWithoutWords(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from (select id from listings_without_words order by id limit ${most}) noted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The words of listings; rows that have them already are left as they are. */
export async function writeListingWords(db: Db, rows: readonly WordsRow[]): Promise<void> {
  await bulk(
    db,
    [...rows],
    columns,
    (t) => `
      insert into listing_words as stored (listing_id, source_id, words)
      select t.listing_id, t.source_id, ${toVector("t.words")}
      from ${t}
      on conflict (listing_id) do update
      set words = excluded.words
      where stored.words <> excluded.words`,
  );
}
