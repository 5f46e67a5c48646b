import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { changesAfter } from "../changes-after.sql.ts";
import type { OpenHouseRow } from "../open-houses/placed-open-houses.ts";
import { openHousesOfListing } from "../open-houses/public-open-houses.sql.ts";
import { contactField } from "../own-contacts.sql.ts";
import { type HistoryRow, historyOfListing } from "../public-history.ts";
import { isShown, photosOf } from "../shown-photos.ts";
import { isPublic } from "../statuses.ts";

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
  hoa_monthly: number | null;
  new_construction: boolean | null;
  county: string | null;
  zip: string | null;
  property_subtype: string | null;
  address: string | null;
  sold_date: string | null;
  /** Newest first, with what the public may not know (publicHistory); only where it has a price above the present one. */
  history: HistoryRow[] | null;
  open_houses: OpenHouseRow[] | null;
  feed_days_on_market: number | null;
  feed_days_on_market_day: string | null;
  /** Whether some are shown. */
  has_photos: boolean | null;
  /** null when the listing is gone. */
  features: string[] | null;
  office_name: string | null;
  agent_name: string | null;
  /** Unix ms of the last change of what is shown of it. */
  changed_at: number | null;
};

const changedAt = sql`floor(extract(epoch from coalesce(shown_changed_at, updated_at)) * 1000)::double precision`;

export const indexed = sql`
  case when ${isPublic} then listing_id end as listing_id, latitude, longitude,
  coalesce(show_address, true) as show_address, list_price, beds, baths, sqft, list_date, city, state,
  coalesce(status, '') as status, coalesce(property_type, '') as property_type, coalesce(source_id, 0) as source_id,
  lot_size_acres, year_built, stories, garage_spaces, hoa_monthly, new_construction, county, zip, property_subtype, address,
  features, sold_date, feed_days_on_market, feed_days_on_market_day,
  case
    when exists (
      select from listing_history h where h.listing_id = listings.id and h.price > list_price and h.event <> 'sold'
    )
    then ${historyOfListing}
  end as history,
  ${openHousesOfListing} as open_houses,
  exists (select ${photosOf("listings")} and ${isShown}) as has_photos, ${changedAt} as changed_at,
  (select ${contactField("office", "name", "feed_offices")} from feed_offices where feed_offices.id = list_office_id) as office_name,
  (select ${contactField("agent", "name", "feed_agents")} from feed_agents where feed_agents.id = list_agent_id) as agent_name`;

/**
 * What has changed after `revision`, oldest first.
 *
 * Index: see `changesAfter`; listing_history_listing_id_event_occurred_on_price_status_key, listing_photos_identity, open_houses_listing and the keys of feed_offices and feed_agents, once a row. Expected: at most
 * `limit` rows.
 */
export function changedListings(db: Db, revision: number, limit: number): Promise<ChangedListing[]> {
  return changesAfter(db, indexed, { revision, limit });
}

/** A listing of a source, in the order of the source's keys. */
export type ListingOfSource = ChangedListing & { listing_key: string };

/**
 * The listings of a source after a key, as `changedListings` has them, public or not.
 *
 * Index: listings_source_id_listing_key_key. Expected: at most `limit` rows.
 */
export async function listingsOfSource(
  db: Db,
  { sourceId, after, limit }: { sourceId: number; after: string; limit: number },
): Promise<ListingOfSource[]> {
  const { rows } = await sql<ListingOfSource>`
    select id, revision, listing_key, ${indexed}
    from listings
    where source_id = ${sourceId}
      and listing_key > ${after}
    order by listing_key
    limit ${limit}`.execute(db);
  return rows;
}
