import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { cardContacts } from "../own-contacts.sql.ts";
import { photosAndCount } from "../shown-photos.ts";
import { isPublic } from "../statuses.ts";

export type CardRow = {
  id: number;
  source_id: number;
  revision: number;
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
  status: string;
  list_date: string | null;
  sold_date: string | null;
  feed_days_on_market: number | null;
  feed_days_on_market_day: string | null;
  /** Whether only our copies of its photos are shown. */
  copies_photos: boolean;
  /** Those that are shown. */
  photos: string[];
  /** Those that the listing has. */
  photos_count: number;
  agent_name: string | null;
  office_name: string | null;
  office_phone: string | null;
  office_email: string | null;
  /** RESO AttributionContact. */
  attribution_contact: string | null;
  /** US dollars. */
  hoa_monthly: number | null;
  new_construction: boolean | null;
};

/**
 * The listings of one page that the card cache does not hold.
 *
 * Index: listings_pkey; listing_photos_identity; the keys of sources, feed_agents and feed_offices. Expected: at most 100 rows, some 25
 * photos each.
 * A listing that has just stopped being public is left out, even while the index still has it.
 */
export async function cardsById(db: Db, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select listings.id, listings.source_id, revision, listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built,
      address, city, state, zip, county, latitude, longitude, show_address, property_type, status,
      list_date, sold_date, feed_days_on_market, feed_days_on_market_day, photos, photos_count,
      (select copies_photos from sources where sources.id = listings.source_id) as copies_photos,
      ${cardContacts}, attribution_contact,
      hoa_monthly, new_construction
    from listings
    ${photosAndCount("listings")}
    left join feed_agents a on a.id = listings.list_agent_id
    left join feed_offices o on o.id = listings.list_office_id
    where listings.id = any(${ids}::bigint[])
      and ${isPublic}`.execute(db);
  return rows;
}
