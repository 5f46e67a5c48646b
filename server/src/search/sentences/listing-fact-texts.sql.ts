import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * The facts of documents as a JSON object by listing id, for a thread that parses it.
 *
 * Index: listing_documents_pkey. Expected: some dozen rows, of half a kB.
 */
export async function listingFactTexts(db: Db, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ facts: string }>`
    select coalesce(json_object_agg(listing_id, facts), '{}')::text as facts
    from listing_documents
    where listing_id = any(${ids}::bigint[])`.execute(db);
  return rows[0]?.facts ?? "{}";
}
