import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { cardContacts } from "./own-contacts.sql.ts";
import { isShown, photosOf, shownUrl } from "./shown-photos.ts";
import { isPublic } from "./statuses.ts";

export type NearbyRow = {
  id: number;
  source_id: number;
  listing_id: string;
  list_price: number | null;
  street_number: string | null;
  street_name: string | null;
  street_suffix: string | null;
  show_address: boolean;
  city: string | null;
  state: string | null;
  beds: number | null;
  bathrooms_total_integer: number | null;
  baths: number | null;
  sqft: number | null;
  photo: string | null;
  agent_name: string | null;
  office_name: string | null;
  office_phone: string | null;
  office_email: string | null;
  attribution_contact: string | null;
};

/**
 * The fields of nearby items, by id. Index: listings_pkey, listing_photos_identity, the keys of feed_agents and feed_offices.
 * Expected: at most 50 rows.
 */
export async function nearbyRows(db: Db, ids: number[]): Promise<NearbyRow[]> {
  const { rows } = await sql<NearbyRow>`
    select listings.id, listings.source_id, listing_id, list_price, street_number, street_name, street_suffix, show_address, city, state,
      beds, bathrooms_total_integer, baths, sqft,
      (
        select ${shownUrl}
        ${photosOf("listings")}
          and ${isShown}
        order by position
        limit 1
      ) as photo,
      ${cardContacts}, attribution_contact
    from listings
    left join feed_agents a on a.id = listings.list_agent_id
    left join feed_offices o on o.id = listings.list_office_id
    where listings.id = any(${ids}::bigint[])
      and ${isPublic}
      and status = 'Active'`.execute(db);
  return rows;
}
