import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { Attempt } from "./attempt-delivery.ts";

const MAX_LOGGED_ATTEMPTS = 20;

/** An attempt and when to retry it; null for never. */
export type SettledAttempt = Attempt & { retryAt: Date | null };

/**
 * Stores the results of attempts. An attempt whose claim expired, and that another process may be sending again, is stored only
 * when it was delivered, so that it is not sent once more. The rows must be locked in the order of their ids.
 *
 * Index: webhook_deliveries_pkey. Expected: the attempts of a few lanes, some dozens.
 */
export async function storeAttempts(db: Db, attempts: readonly SettledAttempt[]): Promise<void> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  await sql`
    update webhook_deliveries
    set attempts = attempts + 1,
      status = case when arrived then 'delivered' when next is null then 'failed' else 'pending' end,
      next_attempt_at = next,
      delivered_at = case when arrived then ended_at end,
      attempt_log = (
        select jsonb_agg(entry order by nth)
        from jsonb_array_elements(attempt_log || ended.entry) with ordinality as entries (entry, nth)
        where nth > jsonb_array_length(attempt_log) + 1 - ${sql.lit(MAX_LOGGED_ATTEMPTS)}
      )
    from unnest(
      ${ids}::bigint[],
      ${attempts.map(({ delivery }) => delivery.claimed_until)}::timestamptz[],
      ${attempts.map(({ failure }) => failure === null)}::boolean[],
      ${attempts.map(({ retryAt }) => retryAt)}::timestamptz[],
      ${attempts.map(({ endedAt }) => endedAt)}::timestamptz[],
      ${attempts.map((attempt) => toJsonb(logEntry(attempt)))}::jsonb[]
    ) as ended (id, claimed_until, arrived, next, ended_at, entry)
    where webhook_deliveries.id = ended.id
      and status = 'pending'
      and (arrived or next_attempt_at = claimed_until)`.execute(db);
}

function logEntry({ at, endedAt, status, failure }: Attempt) {
  return { at, status, failure, took_ms: Math.max(0, endedAt.getTime() - at.getTime()) };
}
