import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { DescribedListing } from "./described-listings.sql.ts";
import { isPublic } from "./statuses.ts";

/** What sentences about a listing are made of. */
export type ListingProse = Pick<
  DescribedListing,
  | "id"
  | "description"
  | "features"
  | "property_type"
  | "property_subtype"
  | "city"
  | "county"
  | "stories"
  | "garage_spaces"
  | "lot_size_acres"
  | "year_built"
>;

/**
 * A JSON array of `ListingProse`, for a thread that parses it: the caller copies one text instead of many objects. Listings that are
 * gone, or not for the public, are left out.
 *
 * Index: listings_pkey. Expected: at most 100 rows, of some 2 kB.
 */
export async function listingProse(db: Db, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ listings: string }>`
    select coalesce(json_agg(prose), '[]')::text as listings
    from (
      select id, source_id, description, coalesce(features, '{}') as features, coalesce(property_type, '') as property_type,
        property_subtype, city, county, stories, garage_spaces, lot_size_acres, year_built
      from listings
      where id = any(${ids}::bigint[])
        and ${isPublic}
    ) prose`.execute(db);
  return rows[0]?.listings ?? "[]";
}
