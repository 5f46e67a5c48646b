import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isPublic } from "./statuses.ts";

/** The text fields of a listing that a search by words reads. */
export type DescribedListing = {
  id: number;
  revision: number;
  is_public: boolean;
  list_price: number | null;
  beds: number | null;
  baths: number | null;
  sqft: number | null;
  lot_size_acres: number | null;
  year_built: number | null;
  stories: number | null;
  garage_spaces: number | null;
  city: string | null;
  county: string | null;
  state: string | null;
  property_type: string;
  property_subtype: string | null;
  /** In the feed's words. */
  features: string[];
  description: string | null;
  /** Null where it must not be shown. */
  address: string | null;
};

export const descriptionColumns = sql`
  coalesce(${isPublic}, false) as is_public, list_price, beds, baths, sqft, lot_size_acres, year_built, stories,
  garage_spaces, city, county, state, coalesce(property_type, '') as property_type, property_subtype,
  coalesce(features, '{}') as features, description, case when show_address then address end as address`;

/**
 * Some listings as they are now; those that are gone, or not for the public, are left out.
 *
 * Index: listings_pkey. Expected: some hundred rows, of some 2 kB.
 */
export async function describedListings(db: Db, ids: readonly number[]): Promise<DescribedListing[]> {
  const { rows } = await sql<DescribedListing>`
    select id, revision, ${descriptionColumns}
    from listings
    where id = any(${ids}::bigint[])
      and ${isPublic}`.execute(db);
  return rows;
}
