import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Spent = { hourRequests: number; dayRequests: number; hourBytes: number };

/**
 * What was asked of a feed's server in the minutes from `hourFrom` and from `dayFrom` (Unix ms).
 *
 * Index: feed_spending_pkey. Expected: one row, of at most 1,442.
 */
export async function spentLately(
  db: Db,
  feedId: number,
  { hourFrom, dayFrom }: { hourFrom: number; dayFrom: number },
): Promise<Spent> {
  const { rows } = await sql<Spent>`
    select
      coalesce(sum(requests) filter (where minute >= to_timestamp(${hourFrom}::float8 / 1000)), 0)::float8
        as "hourRequests",
      coalesce(sum(requests), 0)::float8 as "dayRequests",
      coalesce(sum(bytes) filter (where minute >= to_timestamp(${hourFrom}::float8 / 1000)), 0)::float8 as "hourBytes"
    from feed_spending
    where feed_id = ${feedId}
      and minute >= to_timestamp(${dayFrom}::float8 / 1000)`.execute(db);
  return rows[0] as Spent;
}
