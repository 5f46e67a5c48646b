import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isPublic } from "./statuses.ts";

/** A listing by name: what other slices call it. */
export type PublicListing = {
  id: number;
  listing_id: string;
  /** Null when it is not known, or must not be shown. */
  address: string | null;
  city: string | null;
};

/**
 * The listing, if the public of a brokerage may see it; undefined else.
 *
 * Index: listings_listing_id_key. Expected: one row. Rejected: the detail, which reads photos and history too.
 */
export async function publicListing(
  db: Db,
  listingId: string,
  sourceIds: readonly number[] | null,
): Promise<PublicListing | undefined> {
  const { rows } = await sql<PublicListing>`
    select id, listing_id, case when show_address then address end as address, city
    from listings
    where listing_id = ${listingId}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows[0];
}
