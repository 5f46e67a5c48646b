import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { activeSubscriptions } from "../active-subscriptions.ts";
import type { BrowserSubscription } from "../browser-subscription.ts";

/** A subscription that may receive pushes. */
export type ActiveSubscription = BrowserSubscription & { id: number; retry_at: Date | null };

/** SPEC: Alerts and notifications, Browser push. */
const FAILURES = 5;

/** Null: it has ended, or its owner may no longer be notified. */
export async function findActiveSubscription(ctx: Context, id: number): Promise<ActiveSubscription | null> {
  const rows = await ctx.db.selectFrom("push_subscriptions").selectAll().where("id", "=", id).execute();
  const [live] = await activeSubscriptions(ctx, rows);
  return live ?? null;
}

export async function endSubscription({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/** Resets the count of failures. */
export async function recordAccepted({ db, log }: Context, id: number): Promise<void> {
  await db
    .updateTable("push_subscriptions")
    .set({ failures: 0, retry_at: null })
    .where("id", "=", id)
    .where("failures", ">", 0)
    .execute()
    // The push has been delivered: an error here must not repeat it.
    .catch((error) => log.error({ err: error, subscription: id }, "push delivery not recorded"));
}

/**
 * Counts a failed delivery, and pauses the browser for 1, 4, 15 and 60 minutes, so that five failures in a row span 80
 * minutes, not one restart of its service. Concurrent failures count once.
 *
 * @returns whether it was the fifth, which has ended the subscription.
 */
export async function recordFailure(ctx: Context, { id, retry_at }: ActiveSubscription): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .updateTable("push_subscriptions")
    .set({
      failures: sql<number>`failures + 1`,
      retry_at: sql<Date>`${now}::timestamptz
        + coalesce((array[1, 4, 15, 60])[failures + 1], 60) * interval '1 minute'`,
    })
    .where("id", "=", id)
    // False when a concurrent push has counted a failure since this one started.
    .where(sql<boolean>`retry_at is not distinct from ${retry_at}::timestamptz`)
    .returning("failures")
    .executeTakeFirst();
  if (row === undefined || row.failures < FAILURES) return false;
  await endSubscription(ctx, id);
  return true;
}

/** The end of the browser's pause; null when it is not paused. */
export function pausedUntil(ctx: Context, { retry_at }: ActiveSubscription): Date | null {
  return retry_at !== null && retry_at > ctx.clock.now() ? retry_at : null;
}
