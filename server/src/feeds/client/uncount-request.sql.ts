import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { CountedRequest } from "./count-request.sql.ts";

/**
 * Takes back that a request was counted, since it is not sent. The run is locked first: see `countRequest`.
 *
 * Index: feed_spending_pkey, feed_runs_pkey. Expected: one row of each.
 */
export async function uncountRequest(
  db: Db,
  { feedId, runId, minute, reservedBytes }: Omit<CountedRequest, "nextRequestAt">,
): Promise<void> {
  await sql`
    with run as (
      update feed_runs set requests = greatest(requests - 1, 0) where id = ${runId} returning id
    )
    update feed_spending
    set requests = greatest(requests - 1, 0), reserved_bytes = greatest(reserved_bytes - ${reservedBytes}::bigint, 0)
    where feed_id = ${feedId}
      and minute = to_timestamp(${minute}::float8 / 1000)
      and (select count(*) from run) >= 0`.execute(db);
}
