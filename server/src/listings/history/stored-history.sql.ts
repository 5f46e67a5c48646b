import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type HistoryRow, historyOfListing } from "../public-history.ts";
import { isPublic } from "../statuses.ts";

/**
 * The stored history of one public listing, newest first, with what the public may not know: see publicHistory.
 *
 * Index: listings_listing_id_key; listing_history by listing_id. Expected: one row.
 */
export async function storedHistory(
  db: Db,
  listingId: string,
  sourceIds: readonly number[] | null,
): Promise<{ source_id: number; history: HistoryRow[] } | undefined> {
  const { rows } = await sql<{ source_id: number; history: HistoryRow[] }>`
    select listings.source_id,
      coalesce(${historyOfListing}, '[]') as history
    from listings
    where listing_id = ${listingId}
      and ${isPublic}
      and (${sourceIds}::integer[] is null or listings.source_id = any(${sourceIds}::integer[]))`.execute(db);
  return rows[0];
}
