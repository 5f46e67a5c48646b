import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { readHiding } from "./rules/read-source-states.ts";
import { shownFields } from "./rules/shown-fields.ts";
import { isPublic } from "./statuses.ts";

/** A listing by name: what other slices call it. */
export type PublicListing = {
  id: number;
  listing_id: string;
  /** Null when it is not known, or must not be shown. */
  address: string | null;
  city: string | null;
  source_id: number;
  /** Whether models may read it. */
  ai: boolean;
};

/**
 * The listing, if the public of a brokerage may see it; undefined else.
 *
 * Index: listings_listing_id_key. Expected: one row. Rejected: the detail, which reads photos and history too.
 */
export async function publicListing(
  db: Db,
  listingId: string,
  sourceIds: readonly number[] | null,
): Promise<PublicListing | undefined> {
  const { rows } = await sql<Omit<PublicListing, "ai"> & { show_address: boolean }>`
    select id, listing_id, show_address, address, city, source_id
    from listings
    where listing_id = ${listingId}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or source_id = any(${sourceIds}::integer[]))`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { hidden, ai } = (await readHiding(db))(row.source_id);
  const { show_address: _, ...shown } = shownFields(row, hidden);
  return { ...shown, ai };
}
