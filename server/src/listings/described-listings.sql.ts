import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isPublic } from "./statuses.ts";

/** The text fields of a listing that a search by words reads. */
export type DescribedListing = {
  id: number;
  revision: number;
  /** Whether it is public, and models may read it. */
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
  coalesce(features, '{}') as features, description, address,
  coalesce(show_address, true) as show_address, coalesce(source_id, 0) as source_id`;

/** What `descriptionColumns` select. */
export type DescriptionRow = DescribedListing & { show_address: boolean; source_id: number };

/** The listings as the rules of their sources, read after the rows, allow models to read them. */
export async function readableByModels(db: Db, rows: readonly DescriptionRow[]): Promise<DescribedListing[]> {
  if (rows.length === 0) return [];
  const hidingOf = await readHiding(db);
  return rows.map((row) => {
    const { hidden, ai } = hidingOf(row.source_id);
    const { show_address: _, source_id: __, ...listing } = shownFields(row, hidden);
    return { ...listing, is_public: listing.is_public && ai };
  });
}

/**
 * Some listings as they are now; those that are gone, not for the public or not for models are left out.
 *
 * Index: listings_pkey. Expected: some hundred rows, of some 2 kB.
 */
export async function describedListings(db: Db, ids: readonly number[]): Promise<DescribedListing[]> {
  const { rows } = await sql<DescriptionRow>`
    select id, revision, ${descriptionColumns}
    from listings
    where id = any(${ids}::bigint[])
      and ${isPublic}`.execute(db);
  return (await readableByModels(db, rows)).filter((listing) => listing.is_public);
}
