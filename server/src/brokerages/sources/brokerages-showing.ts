import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * The enabled brokerages that show the listings of a source: those that subscribe to it, and those that subscribe to none, which show
 * all.
 */
export async function brokeragesShowing(db: Db, sourceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from brokerages
    where disabled_at is null
      and (
        exists (select from brokerage_sources where brokerage_id = brokerages.id and source_id = ${sourceId})
        or not exists (select from brokerage_sources where brokerage_id = brokerages.id)
      )
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
