import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type CountedRequest = {
  feedId: number;
  /** The run that it belongs to; null for photos and trials. */
  runId: number | null;
  /** Unix ms of the minute in which it is sent. */
  minute: number;
  /** What its reply may have. */
  reservedBytes: number;
  nextRequestAt: number;
};

/**
 * Counts a request that is about to be sent. Must be called under the lock of the feed. Rows are locked in the order feeds, feed_runs,
 * feed_spending, as everywhere: the condition on `run` makes it so.
 *
 * @returns Unix ms by the database's clock.
 *
 * Index: feed_spending_pkey, feeds_pkey, feed_runs_pkey. Expected: one row of each.
 */
export async function countRequest(db: Db, request: CountedRequest): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    with run as (
      update feed_runs set requests = requests + 1 where id = ${request.runId} returning id
    ),
    spending as (
      insert into feed_spending as stored (feed_id, minute, requests, reserved_bytes)
      select ${request.feedId}, to_timestamp(${request.minute}::float8 / 1000), 1, ${request.reservedBytes}::bigint
      where (select count(*) from run) >= 0
      on conflict (feed_id, minute) do update
      set requests = stored.requests + 1, reserved_bytes = stored.reserved_bytes + excluded.reserved_bytes
    )
    update feeds
    set next_request_at = to_timestamp(${request.nextRequestAt}::float8 / 1000), wait_until = null
    where id = ${request.feedId}
    returning (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  return (rows[0] as { now: number }).now;
}
