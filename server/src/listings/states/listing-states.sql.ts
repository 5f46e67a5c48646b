import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { changesAfter } from "../changes-after.sql.ts";
import { type ChangedListing, indexed } from "../search-index/changed-listings.sql.ts";

/** What `indexed` leaves out: texts for keywords, what identifies the home, and what tells kinds of changes apart. */
export type StateRow = ChangedListing & {
  /** The public id, also of a listing that is not public; null when the listing is gone. */
  public_id: string | null;
  description: string | null;
  parcel_number: string | null;
  /** The last revision that changed the listing itself, not its rules, open houses or history. */
  content_revision: number | null;
  touches: number | null;
  updated_at: Date | null;
};

const columns = sql`${indexed}, listing_id as public_id, description, parcel_number, content_revision, touches, updated_at`;

/**
 * The listings that have changed after `revision`, with all that searches compare, oldest change first.
 *
 * Index: see `changedListings`. Expected: at most `limit` rows.
 */
export function changedStates(db: Db, revision: number, limit: number): Promise<StateRow[]> {
  return changesAfter(db, columns, { revision, limit });
}

/**
 * The same of listings as they are now; those that are gone are left out.
 *
 * Index: listings_pkey, and those of `changedListings` once a row. Expected: the listings of some mails, some hundred rows.
 */
export async function currentStates(db: Db, ids: readonly number[]): Promise<StateRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StateRow>`
    select id, revision, ${columns}
    from listings
    where id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
