import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isPublic } from "../public-listings.sql.ts";

/** A row of the change log: a listing that is there (public or not) or one that is gone. */
export type ChangedListing = {
  revision: number;
  id: number;
  /** null when the listing is gone or not for the public. */
  listing_id: string | null;
  latitude: number | null;
  longitude: number | null;
  show_address: boolean;
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  list_date: string | null;
  city: string | null;
  state: string | null;
  status: string;
  property_type: string;
  source_id: number;
  lot_size_acres: number | null;
  year_built: number | null;
  stories: number | null;
  garage_spaces: number | null;
  county: string | null;
  zip: string | null;
  property_subtype: string | null;
  /** To be shown only with `show_address`. */
  address: string | null;
};

/**
 * What has changed after `revision`, oldest first, at most `limit` rows.
 *
 * Index: listings_revision, listing_tombstones_revision; both sides are range scans that stop at the limit.
 * Expected: 0 rows and 0.1 ms on the quarter-second poll. Rejected: LISTEN/NOTIFY, which needs a connection of
 * its own, does not pass poolers, and must be backed by this query anyway for what was missed.
 */
export async function changedListings(db: Db, revision: number, limit: number): Promise<ChangedListing[]> {
  const { rows } = await sql<ChangedListing>`
    (
      select revision, id,
        case when ${isPublic} then listing_id end as listing_id,
        latitude, longitude, show_address, list_price, beds, baths, sqft, list_date,
        city, state, status, property_type, source_id, lot_size_acres, year_built, stories, garage_spaces,
        county, zip, property_subtype, address
      from listings
      where revision > ${revision}
      order by revision
      limit ${limit}
    )
    union all
    (
      select revision, listing_id, null, null, null, true, null, null, null, null, null, null, null, '', '', 0,
        null, null, null, null, null, null, null, null
      from listing_tombstones
      where revision > ${revision}
      order by revision
      limit ${limit}
    )
    order by revision
    limit ${limit}`.execute(db);
  return rows;
}

/** Changes up to this revision may be missing from the log: whoever is behind it must start afresh. */
export async function prunedThrough(db: Db): Promise<number> {
  const row = await db.selectFrom("listing_log").select("pruned_through").executeTakeFirstOrThrow();
  return row.pruned_through;
}
