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

/** In the transaction that writes the listings: a search that finds their texts finds their words. */
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
      where stored.words is distinct from excluded.words`,
  );
}

/** Words of listings from before they were stored, unless an import was faster. */
export async function fillListingWords(db: Db, rows: readonly WordsRow[]): Promise<void> {
  await bulk(
    db,
    [...rows],
    columns,
    (t) => `
      update listing_words
      set words = ${toVector("t.words")}
      from ${t}
      where listing_words.listing_id = t.listing_id
        and listing_words.words is null`,
  );
}
