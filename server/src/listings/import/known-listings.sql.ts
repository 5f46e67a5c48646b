import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { KnownListing } from "./fold-batch.ts";

/**
 * The newest committed revision: if it is unchanged under the lock, there was no write in between. Not the sequence's value,
 * which is ahead of the committed rows while a writer is active.
 *
 * Also, for this transaction, that reading a page by an index costs what it costs on a disk without moving parts: with
 * PostgreSQL's own figure a batch of 1,000 keys reads the whole table up to some 150,000 listings.
 *
 * Index: the ends of listings_revision and listing_tombstones_revision.
 */
export async function startPlan(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select
      greatest(
        (select max(revision) from listings),
        (select max(revision) from listing_tombstones),
        0
      ) as revision,
      set_config('random_page_cost', '1.1', true)`.execute(db);
  return (rows[0] as { revision: number }).revision;
}

/** Takes the lock of the change log (migrations/0003-listings.sql); returns the newest revision under it. */
export async function lockRevisions(db: Db): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select lock_and_read_listing_revisions() as revision`.execute(db);
  return (rows[0] as { revision: number }).revision;
}

export type PublicId = { listing_id: string; source_id: number; listing_key: string };

/**
 * What is stored of these keys of a source, and who holds these public ids.
 *
 * Index: listings_source_id_listing_key_key and listings_listing_id_key, combined in a bitmap. Expected: up to 1,000
 * rows, most of them found both ways. Rejected: two queries, one more round trip in every batch.
 */
export async function knownListings(
  db: Db,
  wanted: { sourceId: number; keys: string[]; listingIds: string[] },
): Promise<{ known: Map<string, KnownListing>; inUse: PublicId[] }> {
  const { rows } = await sql<KnownListing & PublicId>`
    select id, source_id, listing_key, listing_id, as_of, encode(content_hash, 'hex') as content_hash,
      encode(photos_hash, 'hex') as photos_hash, list_price, status, sold_date, show_listing
    from listings
    where (source_id = ${wanted.sourceId} and listing_key = any(${wanted.keys}::text[]))
      or listing_id = any(${wanted.listingIds}::text[])`.execute(db);
  const own = rows.filter((row) => row.source_id === wanted.sourceId);
  return { known: new Map(own.map((row) => [row.listing_key, row])), inUse: rows };
}

/** Who holds these public ids. Index: listings_listing_id_key. Expected: next to none, and seldom asked. */
export async function holdersOf(db: Db, listingIds: string[]): Promise<PublicId[]> {
  const { rows } = await sql<PublicId>`
    select listing_id, source_id, listing_key
    from listings
    where listing_id = any(${listingIds}::text[])`.execute(db);
  return rows;
}
