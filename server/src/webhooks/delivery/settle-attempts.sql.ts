import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { nextAttemptAt } from "./retry-schedule.ts";

const MAX_LOGGED_ATTEMPTS = 20;

/**
 * Notes attempts with their deliveries. One whose claim has run out, and that somebody else may be sending, is noted only when it
 * has arrived: then it is not sent once more.
 *
 * Index: webhook_deliveries_pkey.
 */
export async function storeAttempts(db: Db, attempts: readonly Attempt[]): Promise<void> {
  const ids = attempts.map(({ delivery }) => delivery.id);
  await sql`
    select id from webhook_deliveries where id = any(${ids}::bigint[]) order by id for update`.execute(db);
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
      ${attempts.map(next)}::timestamptz[],
      ${attempts.map(({ endedAt }) => endedAt)}::timestamptz[],
      ${attempts.map((attempt) => JSON.stringify(logEntry(attempt)))}::jsonb[]
    ) as ended (id, claimed_until, arrived, next, ended_at, entry)
    where webhook_deliveries.id = ended.id
      and status = 'pending'
      and (arrived or next_attempt_at = claimed_until)`.execute(db);
}

function next({ delivery, failure, status, endedAt }: Attempt): Date | null {
  if (failure === null) return null;
  // Who is gone is not asked again.
  return status === 410 ? null : nextAttemptAt(delivery.attempts + 1, endedAt);
}

function logEntry({ at, endedAt, status, failure }: Attempt) {
  return { at, status, failure, took_ms: Math.max(0, endedAt.getTime() - at.getTime()) };
}
