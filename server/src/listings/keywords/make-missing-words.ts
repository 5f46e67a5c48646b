import { setImmediate as yieldToOthers } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { fillListingWords } from "./listing-words.ts";
import { storedWords, type TextsOfListing } from "./words.ts";

export const makeMissingWordsJob = "make-missing-words";

/** Listings in one go: some ten milliseconds. */
const PART = 200;

/** After an upgrade: makes the words of listings that were imported before words were stored. Without any it reads an empty index. */
export async function makeMissingWords(ctx: Pick<Context, "db" | "signal">): Promise<void> {
  while (!ctx.signal.aborted) {
    const rows = await listingsWithoutWords(ctx.db);
    if (rows.length === 0) return;
    await fillListingWords(
      ctx.db,
      rows.map((row) => ({ ...row, words: storedWords(row) })),
    );
    await yieldToOthers();
  }
}

type Row = TextsOfListing & { listing_id: number; source_id: number };

/** Index: listing_words_unmade, listings_pkey. Expected: none as a rule. */
async function listingsWithoutWords(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select listing_words.listing_id, listings.source_id, description, address, show_address
    from listing_words
    join listings on listings.id = listing_words.listing_id
    where words is null
    order by listing_words.listing_id
    limit ${PART}`.execute(db);
  return rows;
}
