import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type StoredVersion = { id: number; listing_key: string; as_of: Date | null; status: string };

/**
 * The stored versions of the listings of a source with these keys.
 *
 * Index: listings_source_id_listing_key_key. Expected: up to 5,000 rows.
 */
export async function storedVersions(db: Db, sourceId: number, keys: string[]): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select id, listing_key, as_of, status
    from listings
    where source_id = ${sourceId}
      and listing_key = any(${keys}::text[])`.execute(db);
  return rows;
}
