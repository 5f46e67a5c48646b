import { setImmediate as yieldToOthers } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { type Db, inTransaction } from "../../platform/database/database.ts";
import { writeListingWords } from "./listing-words.ts";
import { storedWords, type TextsOfListing } from "./words.ts";

export const makeMissingWordsJob = "make-missing-words";

/** Listings in one go: some ten milliseconds. */
const PART = 100;

/**
 * Makes the words of the listings whose texts are new, a part at a time, until none is left or the signal aborts. Several processes
 * may do so at once.
 *
 * @returns whether none is left.
 */
export async function makeMissingWords({ db, signal }: Pick<Context, "db" | "signal">): Promise<boolean> {
  while (!signal.aborted) {
    if ((await makePart(db)) === 0) return true;
    await yieldToOthers();
  }
  return false;
}

/**
 * One at a time, so that older texts never overwrite the words of newer ones. An import that writes one of these listings meanwhile
 * notes it again: no text is passed over.
 *
 * @returns how many were noted.
 */
function makePart(db: Db): Promise<number> {
  return inTransaction({ db }, async ({ db: trx }) => {
    await sql`select pg_advisory_xact_lock(hashtext(${makeMissingWordsJob}))`.execute(trx);
    const ids = await takeNoted(trx);
    if (ids.length === 0) return 0;
    const rows = await textsOf(trx, [...new Set(ids)]);
    await writeListingWords(
      trx,
      rows.map((row) => ({ ...row, words: storedWords(row) })),
    );
    return ids.length;
  });
}

/** Index: listings_without_words_pkey. Expected: none as a rule, at most `PART`. */
async function takeNoted(db: Db): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    delete from listings_without_words
    where id in (select id from listings_without_words order by id limit ${PART})
    returning listing_id`.execute(db);
  return rows.map(({ listing_id }) => listing_id);
}

type Row = TextsOfListing & { listing_id: number; source_id: number };

/** Index: listings_pkey. Expected: at most `PART` rows. */
async function textsOf(db: Db, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id as listing_id, source_id, description, address, show_address
    from listings
    where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
