import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { firstDue } from "./due-endpoints.sql.ts";

/**
 * When the next delivery after `now` is due; null when none is pending.
 *
 * Index: webhook_deliveries_due, one entry per rank and endpoint. The endpoints are scanned: there are few. Expected: one row.
 */
export async function nextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(least(${firstDue(0, sql`> ${now}`)}, ${firstDue(1, sql`> ${now}`)})) as next
    from webhook_endpoints
    where status = 'active'`.execute(db);
  return rows[0]?.next ?? null;
}
