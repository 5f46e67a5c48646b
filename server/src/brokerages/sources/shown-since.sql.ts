import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Since when a brokerage shows the listings of a source; null when it shows them no more, or never did.
 *
 * Index: brokerages_pkey, brokerage_sources_pkey. Expected: one row.
 */
export async function shownSince(
  db: Db,
  { brokerageId, sourceId }: { brokerageId: number; sourceId: number },
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select case
        when exists (select from brokerage_sources where brokerage_id = brokerages.id)
        then (select shown_since from brokerage_sources where brokerage_id = brokerages.id and source_id = ${sourceId})
        else all_sources_since
      end as since
    from brokerages
    where id = ${brokerageId}`.execute(db);
  return rows[0]?.since ?? null;
}
