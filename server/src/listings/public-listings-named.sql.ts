import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import { isPublic } from "./statuses.ts";

/**
 * Those of these names that are public listings of any source whose listings models may read.
 *
 * Index: listings_listing_id_key. Expected: some hundred rows.
 */
export async function publicListingsNamed(
  db: Db,
  listingIds: readonly string[],
): Promise<{ id: number; listing_id: string }[]> {
  const { rows } = await sql<{ id: number; listing_id: string }>`
    select id, listing_id
    from listings
    where listing_id = any(${listingIds}::text[])
      and ${isPublic}
      and not exists (select 1 from source_rules where source_rules.source_id = listings.source_id and not ai)`.execute(
    db,
  );
  return rows;
}
