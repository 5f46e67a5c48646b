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
  city: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
  show_address: boolean;
  show_listing: boolean;
};

/** Every listing, public or not, in an order that is the same on every database. */
export async function readListingRows(db: Db): Promise<ListingRow[]> {
  const rows = await db
    .selectFrom("listings")
    .select([
      "id",
      "listing_id",
      "source_id",
      "status",
      "property_type",
      "list_price",
      "beds",
      "baths",
      "sqft",
    ])
    .select([
      "list_date",
      "address",
      "city",
      "state",
      "latitude",
      "longitude",
      "show_address",
      "show_listing",
    ])
    .execute();
  return rows.sort((a, b) => (a.listing_id < b.listing_id ? -1 : 1));
}
