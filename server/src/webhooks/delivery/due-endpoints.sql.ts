import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type DueEndpoint = { id: number; brokerage_id: number | null; failing: boolean };

/**
 * Active endpoints with a due delivery, without those in `except`. Deliveries that wait for an earlier one count too.
 *
 * Index: webhook_deliveries_due, one entry per rank and endpoint. The endpoints are scanned: there are few. Expected: some dozens.
 */
export async function dueEndpoints(
  db: Db,
  { now, except }: { now: Date; except: readonly number[] },
): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    select id, brokerage_id, failing_since is not null as failing
    from webhook_endpoints
    where status = 'active'
      and id <> all(${except}::integer[])
      and coalesce(${firstDue(0, sql`<= ${now}`)}, ${firstDue(1, sql`<= ${now}`)}) is not null
    order by id`.execute(db);
  return rows;
}

/** When the first delivery of a rank is due that meets the condition, for the endpoint of the outer query. */
export function firstDue(rank: 0 | 1, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select next_attempt_at
    from webhook_deliveries
    where endpoint_id = webhook_endpoints.id
      and rank = ${sql.lit(rank)}
      and status = 'pending'
      and next_attempt_at ${condition}
    order by next_attempt_at
    limit 1
  )`;
}
