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
 * may do so at once. It waits for no listing that is being deleted, and keeps the note of such a one for the next run.
 *
 * @returns whether none is left.
 */
export async function makeMissingWords({ db, signal }: Pick<Context, "db" | "signal">): Promise<boolean> {
  const left: number[] = [];
  while (!signal.aborted) {
    const part = await makePart(db, left);
    if (part === null) return left.length === 0;
    left.push(...part.left);
    await yieldToOthers();
  }
  return false;
}

/**
 * One at a time, so that older texts never overwrite the words of newer ones. An import that writes one of these listings meanwhile
 * notes it again: no text is passed over.
 *
 * @param passedOver ids of notes.
 * @returns the ids of the notes that are left; null when there was none.
 */
function makePart(db: Db, passedOver: readonly number[]): Promise<{ left: number[] } | null> {
  return inTransaction({ db }, async ({ db: trx }) => {
    await sql`select pg_advisory_xact_lock(hashtext(${makeMissingWordsJob}))`.execute(trx);
    const notes = await notesBut(trx, passedOver);
    if (notes.length === 0) return null;
    const ids = [...new Set(notes.map(({ listing_id }) => listing_id))];
    const rows = await textsOf(trx, ids);
    const made = new Set(rows.map(({ listing_id }) => listing_id));
    const locked = await listingsAmong(
      trx,
      ids.filter((id) => !made.has(id)),
    );
    const idsOfNotes = (areLeft: boolean) =>
      notes.filter(({ listing_id }) => locked.has(listing_id) === areLeft).map(({ id }) => id);
    await sql`delete from listings_without_words where id = any(${idsOfNotes(false)}::bigint[])`.execute(trx);
    await writeListingWords(
      trx,
      rows.map((row) => ({ ...row, words: storedWords(row) })),
    );
    return { left: idsOfNotes(true) };
  });
}

/** Index: listings_without_words_pkey. Expected: none as a rule, at most `PART`. */
async function notesBut(
  db: Db,
  passedOver: readonly number[],
): Promise<{ id: number; listing_id: number }[]> {
  const { rows } = await sql<{ id: number; listing_id: number }>`
    select id, listing_id
    from listings_without_words
    where id <> all(${passedOver}::bigint[])
    order by id
    limit ${PART}`.execute(db);
  return rows;
}

type Row = TextsOfListing & { listing_id: number; source_id: number };

/**
 * Of listings that are not being deleted. They cannot be until the end of the transaction, so that writing their words waits for nothing.
 *
 * Index: listings_pkey. Expected: at most `PART` rows.
 */
async function textsOf(db: Db, ids: number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id as listing_id, source_id, description, address, show_address
    from listings
    where id = any(${ids}::bigint[])
    for key share skip locked`.execute(db);
  return rows;
}

/** Those of these listings that exist. Index: listings_pkey. Expected: none as a rule, at most `PART`. */
async function listingsAmong(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id
    from listings
    where id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
