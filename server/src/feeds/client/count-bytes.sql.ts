import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type CountedReply = {
  feedId: number;
  runId: number | null;
  /** Unix ms of the minute of its request. */
  minute: number;
  bytes: number;
  /** Bytes that were reserved for it. */
  reservedBytes: number;
  /** How many pages there were, and how large the next one is expected to be by them. */
  pages: number;
  expected: number;
};

/** A page that was larger than the others is expected again, a little smaller each time. */
const KEPT_SHARE = 0.95;

/** Replies in the order of their arrival: those of a minute are counted as one. */
export function mergeReplies(replies: readonly CountedReply[]): CountedReply[] {
  const merged = new Map<number, CountedReply>();
  for (const reply of replies) {
    const before = merged.get(reply.minute);
    merged.set(reply.minute, before ? sumOf(before, reply) : reply);
  }
  return [...merged.values()];
}

function sumOf(before: CountedReply, after: CountedReply): CountedReply {
  return {
    ...after,
    bytes: before.bytes + after.bytes,
    reservedBytes: before.reservedBytes + after.reservedBytes,
    pages: before.pages + after.pages,
    expected: Math.max(Math.floor(before.expected * KEPT_SHARE ** after.pages), after.expected),
  };
}

/**
 * Counts the bytes of replies in place of those that were reserved. Rows are locked in the order of `countRequest`.
 *
 * Index: feed_spending_pkey, feeds_pkey, feed_runs_pkey. Expected: one row of each.
 */
export async function countBytes(db: Db, reply: CountedReply): Promise<void> {
  await sql`
    with feed as (
      update feeds
      set largest_reply = greatest(${reply.expected}::bigint, (largest_reply * ${KEPT_SHARE ** reply.pages}::float8)::bigint)
      where id = ${reply.feedId}
        and ${reply.pages}::integer > 0
      returning id
    ),
    run as (
      update feed_runs
      set bytes = bytes + ${reply.bytes}::bigint
      where id = ${reply.runId}
        and (select count(*) from feed) >= 0
      returning id
    )
    update feed_spending
    set bytes = bytes + ${reply.bytes}::bigint,
      reserved_bytes = greatest(reserved_bytes - ${reply.reservedBytes}::bigint, 0)
    where feed_id = ${reply.feedId}
      and minute = to_timestamp(${reply.minute}::float8 / 1000)
      and (select count(*) from feed) + (select count(*) from run) >= 0`.execute(db);
}
