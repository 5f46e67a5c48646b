import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Limits of a feed, and when the next request may be sent; times in Unix ms by the database's clock. */
export type Limits = {
  enabled: boolean;
  perSecond: number | null;
  perHour: number | null;
  perDay: number | null;
  bytesPerHour: number | null;
  now: number;
  waitUntil: number;
  /** Whether only photos wait until then. */
  isWaitOfPhotos: boolean;
  nextRequestAt: number;
  /** Bytes that a page is expected to have. */
  largestReply: number;
};

/**
 * Locks the feed against requests of other processes until the end of the transaction; undefined when it was deleted.
 *
 * Index: feeds_pkey. Expected: one row.
 */
export async function lockLimits(db: Db, feedId: number): Promise<Limits | undefined> {
  const { rows } = await sql<Limits>`
    select enabled, per_second as "perSecond", per_hour as "perHour", per_day as "perDay",
      bytes_per_hour as "bytesPerHour",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      coalesce(extract(epoch from wait_until) * 1000, 0)::float8 as "waitUntil",
      coalesce(wait_reason = 'photos', false) as "isWaitOfPhotos",
      coalesce(extract(epoch from next_request_at) * 1000, 0)::float8 as "nextRequestAt",
      largest_reply::float8 as "largestReply"
    from feeds
    where id = ${feedId}
    for no key update`.execute(db);
  return rows[0];
}
