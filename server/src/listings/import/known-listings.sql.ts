import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { KnownListing } from "./fold-batch.ts";

export type PublicId = { listing_id: string; source_id: number; listing_key: string };

/**
 * The stored listings with these keys of a source, and those with these public ids.
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
