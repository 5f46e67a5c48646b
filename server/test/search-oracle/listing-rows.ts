import { sql } from "kysely";
import type { Db } from "../../src/platform/database/database.ts";

/** What of table `listings` decides a search's answer, as the table has it. */
export type ListingRow = {
  id: number;
  listing_id: string;
  source_id: number;
  status: string;
  property_type: string;
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  list_date: string | null;
  address: string | null;
  description: string | null;
  city: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
  show_address: boolean;
  show_listing: boolean;
  lot_size_acres: number | null;
  year_built: number | null;
  garage_spaces: number | null;
  stories: number | null;
  zip: string | null;
  county: string | null;
  property_subtype: string | null;
  sold_date: string | null;
  list_office: string | null;
  list_agent: string | null;
  has_photos: boolean;
  hoa_monthly: number | null;
  new_construction: boolean | null;
  open_houses: { date: string; status: string; type: string | null }[];
  /** Those that the public has seen, oldest first. */
  prices: { day: string; price: number }[];
};

/** Every listing, public or not, in an order that is the same on every database. */
export async function readListingRows(db: Db): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select l.id, l.listing_id, l.source_id, l.status, l.property_type, l.list_price, l.beds, l.baths, l.sqft, l.list_date,
      l.address, l.description, l.city, l.state, l.latitude, l.longitude, l.show_address, l.show_listing, l.lot_size_acres, l.year_built,
      l.garage_spaces, l.stories, l.zip, l.county, l.property_subtype, l.sold_date, l.hoa_monthly, l.new_construction, o.name as list_office, a.name as list_agent,
      l.id in (select listing_id from listing_photos) as has_photos,
      coalesce((
        select json_agg(json_build_object('date', h.date, 'status', h.status, 'type', h.type))
        from open_houses h
        where h.source_id = l.source_id and h.listing_key = l.listing_key
      ), '[]') as open_houses,
      coalesce((
        select json_agg(json_build_object('day', h.occurred_on, 'price', h.price) order by h.occurred_on, h.id)
        from listing_history h
        where h.listing_id = l.id and h.was_shown and h.event <> 'sold'
      ), '[]') as prices
    from listings l
    left join feed_offices o on o.id = l.list_office_id
    left join feed_agents a on a.id = l.list_agent_id`.execute(db);
  return rows.sort((a, b) => (a.listing_id < b.listing_id ? -1 : 1));
}
