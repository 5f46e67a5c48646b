import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Counts the bytes of a reply, in the minute of its request (Unix ms), where `expected` bytes are counted already. The run is locked first: see
 * `countRequest`.
 *
 * Index: feed_spending_pkey, feed_runs_pkey. Expected: one row of each.
 */
export async function countBytes(
  db: Db,
  reply: { feedId: number; runId: number | null; minute: number; bytes: number; expected: number },
): Promise<void> {
  await sql`
    with run as (
      update feed_runs set bytes = bytes + ${reply.bytes} where id = ${reply.runId} returning id
    )
    update feed_spending
    set bytes = greatest(bytes + ${reply.bytes - reply.expected}, 0)
    where feed_id = ${reply.feedId}
      and minute = to_timestamp(${reply.minute}::float8 / 1000)
      and (select count(*) from run) >= 0`.execute(db);
}
