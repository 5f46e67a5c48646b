import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isPublic } from "../statuses.ts";

/** Where a listing was, for homes near it. */
export type GoneListing = {
  source_id: number;
  city: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
  show_address: boolean;
  /** Null: only just. */
  shown_until: Date | null;
};

/**
 * The listing, if it was public and is not any more; undefined else.
 *
 * Index: listings_listing_id_key. Expected: one row.
 */
export async function goneListing(db: Db, listingId: string): Promise<GoneListing | undefined> {
  const { rows } = await sql<GoneListing>`
    select source_id, city, state, latitude, longitude, show_address, shown_until
    from listings
    where listing_id = ${listingId}
      and shown_from is not null
      and not ${isPublic}`.execute(db);
  return rows[0];
}
