import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Gives listings a new revision of which something in another table has changed, so that readers of the change log read them again.
 *
 * Index: listings_pkey. Expected: few rows, of versions that arrive late; 1,000 where an office has got another name.
 */
export async function touchListingsById(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update listings
    set touches = touches + 1
    where id = any(${ids}::bigint[])`.execute(db);
}
