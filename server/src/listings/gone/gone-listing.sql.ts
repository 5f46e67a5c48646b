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
};

/** Whether the brokerage has shown the listing's source while the listing was public, and shows it still. */
const wasShown = (brokerageId: number) => sql<boolean>`
  case
    when exists (select from brokerage_sources where brokerage_id = ${brokerageId})
    then exists (
      select
      from brokerage_sources
      where brokerage_id = ${brokerageId}
        and brokerage_sources.source_id = listings.source_id
        and shown_since < coalesce(shown_until, now())
    )
    else (select all_sources_since from brokerages where id = ${brokerageId}) < coalesce(shown_until, now())
  end`;

/**
 * The listing, if the brokerage has shown it to the public and it is public no more; undefined else.
 *
 * Index: listings_listing_id_key, then primary keys. Expected: one row.
 */
export async function goneListing(
  db: Db,
  { listingId, brokerageId }: { listingId: string; brokerageId: number },
): Promise<GoneListing | undefined> {
  const { rows } = await sql<GoneListing>`
    select source_id, city, state, latitude, longitude, show_address
    from listings
    where listing_id = ${listingId}
      and shown_from is not null
      and not ${isPublic}
      and ${wasShown(brokerageId)}`.execute(db);
  return rows[0];
}
