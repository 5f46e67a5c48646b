import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Gives a listing the key under which its source offers it now. Must be called under the lock of the change log.
 *
 * Index: listings_source_id_listing_key_key. Expected: one row.
 */
export async function rekeyListing(
  db: Db,
  { sourceId, from, to }: { sourceId: number; from: string; to: string },
): Promise<void> {
  await sql`
    update listings
    set listing_key = ${to}, updated_at = now()
    where source_id = ${sourceId}
      and listing_key = ${from}
      and not exists (select 1 from listings other where other.source_id = ${sourceId} and other.listing_key = ${to})`.execute(
    db,
  );
}
