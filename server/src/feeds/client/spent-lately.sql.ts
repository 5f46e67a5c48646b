import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Spent = { hourRequests: number; dayRequests: number; hourBytes: number };

/** Unix ms. */
export type Windows = {
  hourFrom: number;
  dayFrom: number;
  /** Requests of earlier minutes have ended. */
  underWayFrom: number;
};

/**
 * What was asked of a feed's server in the minutes from `hourFrom` and from `dayFrom`. Bytes that are reserved for requests that have
 * ended without a count, since their process died, count as one reply of the usual size.
 *
 * Index: feed_spending_pkey. Expected: one row, of at most 1,442.
 */
export async function spentLately(
  db: Db,
  feedId: number,
  { hourFrom, dayFrom, underWayFrom }: Windows,
  { largestReply }: { largestReply: number },
): Promise<Spent> {
  const { rows } = await sql<Spent>`
    select
      coalesce(sum(requests) filter (where minute >= to_timestamp(${hourFrom}::float8 / 1000)), 0)::float8
        as "hourRequests",
      coalesce(sum(requests), 0)::float8 as "dayRequests",
      coalesce(
        sum(
          bytes + case
            when minute >= to_timestamp(${underWayFrom}::float8 / 1000) then reserved_bytes
            else least(reserved_bytes, ${largestReply}::bigint)
          end
        ) filter (where minute >= to_timestamp(${hourFrom}::float8 / 1000)),
        0
      )::float8 as "hourBytes"
    from feed_spending
    where feed_id = ${feedId}
      and minute >= to_timestamp(${dayFrom}::float8 / 1000)`.execute(db);
  return rows[0] as Spent;
}
