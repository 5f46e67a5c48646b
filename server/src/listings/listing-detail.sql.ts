import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { cardContacts, contactField } from "./own-contacts.sql.ts";
import { type KeptPhoto, keptPhotos } from "./page-images/kept-photos.sql.ts";
import { type HistoryRow, historyOfListing } from "./public-history.ts";
import { photosAndCount } from "./shown-photos.ts";
import { isPublic } from "./statuses.ts";

export type DetailRow = {
  id: number;
  source_id: number;
  listing_id: string;
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  lot_size_acres: number | null;
  year_built: number | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  county: string | null;
  latitude: number | null;
  longitude: number | null;
  show_address: boolean;
  property_type: string;
  property_subtype: string | null;
  status: string;
  list_date: string | null;
  sold_date: string | null;
  feed_days_on_market: number | null;
  feed_days_on_market_day: string | null;
  garage_spaces: number | null;
  stories: number | null;
  description: string | null;
  features: string[];
  agent_name: string | null;
  agent_phone: string | null;
  agent_email: string | null;
  office_name: string | null;
  office_phone: string | null;
  office_email: string | null;
  /** RESO AttributionContact. */
  attribution_contact: string | null;
  /** US dollars. */
  hoa_monthly: number | null;
  new_construction: boolean | null;
  parcel_number: string | null;
  /** Those that are shown. */
  photos: string[];
  /** Those that the listing has. */
  photos_count: number;
  /** All that are shown. */
  kept_photos: KeptPhoto[];
  /** Newest first, with what the public may not know: see publicHistory. */
  history: HistoryRow[];
};

/**
 * Everything of one public listing, in one round trip.
 *
 * Index: listings_listing_id_key, then primary keys; listing_photos and listing_history by listing_id; stored_photos_pkey.
 * Expected: one row. Rejected: four queries, which on the embedded database wait for each other.
 */
export async function listingDetail(
  db: Db,
  listingId: string,
  sourceIds: readonly number[] | null,
): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select listings.id, listings.source_id, listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built,
      address, city, state, zip, county, latitude, longitude, show_address, property_type, property_subtype, status,
      list_date, sold_date, feed_days_on_market, feed_days_on_market_day, garage_spaces, stories, description, features,
      ${cardContacts},
      ${contactField("agent", "phone", "a")} as agent_phone, ${contactField("agent", "email", "a")} as agent_email,
      listings.attribution_contact, hoa_monthly, new_construction,
      parcel_number, photos, photos_count, kept_photos,
      coalesce(${historyOfListing}, '[]') as history
    from listings
    ${photosAndCount("listings")}
    ${keptPhotos("listings", null)}
    left join feed_agents a on a.id = listings.list_agent_id
    left join feed_offices o on o.id = listings.list_office_id
    where listing_id = ${listingId}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or listings.source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows[0];
}
