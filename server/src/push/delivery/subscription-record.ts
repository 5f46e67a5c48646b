import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { inGoodStanding } from "../in-good-standing.ts";
import type { Browser } from "../read-browser.ts";

/** A subscription that something is to be pushed to. */
export type LiveSubscription = Browser & { id: number; retry_at: Date | null };

/** SPEC: Alerts and notifications, Browser push. */
const FAILURES = 5;

/** Null: it has ended, or its owner is not to be told any more. */
export async function liveSubscription(ctx: Context, id: number): Promise<LiveSubscription | null> {
  const rows = await ctx.db.selectFrom("push_subscriptions").selectAll().where("id", "=", id).execute();
  const [live] = await inGoodStanding(ctx, rows);
  return live ?? null;
}

export async function endSubscription({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/** What failed before counts no more. */
export async function noteTaken({ db, log }: Context, id: number): Promise<void> {
  await db
    .updateTable("push_subscriptions")
    .set({ failures: 0, retry_at: null })
    .where("id", "=", id)
    .where("failures", ">", 0)
    .execute()
    // It has arrived all the same: it must not go again for this.
    .catch((error) => log.error({ err: error, subscription: id }, "a push is not noted as taken"));
}

/**
 * Counts a failed delivery, and leaves the browser alone for 1, 4, 15, 60 minutes: five failures in a row are five tries
 * over 80 minutes, not five alerts of the minute in which its service was restarted. Those that failed at the same time
 * are one.
 *
 * @returns whether it was the fifth, which has ended the subscription.
 */
export async function noteFailure(ctx: Context, { id, retry_at }: LiveSubscription): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .updateTable("push_subscriptions")
    .set({
      failures: sql<number>`failures + 1`,
      retry_at: sql<Date>`${now}::timestamptz
        + coalesce((array[1, 4, 15, 60])[failures + 1], 60) * interval '1 minute'`,
    })
    .where("id", "=", id)
    // Unless another one, under way at the same time, has been counted since this one was begun.
    .where(sql<boolean>`retry_at is not distinct from ${retry_at}::timestamptz`)
    .returning("failures")
    .executeTakeFirst();
  if (row === undefined || row.failures < FAILURES) return false;
  await endSubscription(ctx, id);
  return true;
}

/** Until when a browser that has failed is left alone; null: it is not. */
export function restsUntil(ctx: Context, { retry_at }: LiveSubscription): Date | null {
  return retry_at !== null && retry_at > ctx.clock.now() ? retry_at : null;
}
