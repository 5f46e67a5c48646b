import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isPublic } from "./statuses.ts";

/** A listing in a line of text. Null: unknown, or not to be shown. */
export type ListingLabel = {
  listing_id: string;
  address: string | null;
  city: string | null;
  list_price: number | null;
};

/**
 * Labels of those listings that the public of a brokerage may see, by their ids.
 *
 * Index: listings_listing_id_key. Expected: some hundred rows.
 */
export async function listingLabels(
  db: Db,
  listingIds: readonly string[],
  sourceIds: readonly number[] | null,
): Promise<Map<string, ListingLabel>> {
  if (listingIds.length === 0) return new Map();
  const { rows } = await sql<ListingLabel & { source_id: number; show_address: boolean }>`
    select listing_id, address, city, list_price, source_id, show_address
    from listings
    where listing_id = any(${[...listingIds]}::text[])
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  const hidingOf = await readHiding(db);
  return new Map(
    rows.map((row) => {
      const { listing_id, address, city, list_price } = shownFields(row, hidingOf(row.source_id).hidden);
      return [row.listing_id, { listing_id, address, city, list_price }];
    }),
  );
}
