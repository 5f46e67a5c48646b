import type { Context } from "../platform/context.ts";
import { readUnsubscribeToken, unsubscribeLink } from "../platform/crypto/unsubscribe-links.ts";

export const UNSUBSCRIBE_PATH = "/api/newsletter/unsubscribe";

const TYPE = "newsletter_unsubscribe";

/** The unsubscribe URL of a subscription; null where links are not configured. */
export function subscriberUnsubscribeUrl(ctx: Context, id: number): Promise<string | null> {
  return unsubscribeLink(ctx, { type: TYPE, id, path: UNSUBSCRIBE_PATH });
}

/**
 * Ends the subscription of a link unless it has ended. Works for a disabled brokerage too.
 *
 * @returns the brokerage of the newsletter; null for a link that is not ours, or whose subscription was deleted.
 */
export async function endSubscription(ctx: Context, token: string): Promise<{ brokerageId: number } | null> {
  const id = await readUnsubscribeToken(ctx, TYPE, token);
  if (id === null) return null;
  const row = await ctx.db
    .updateTable("newsletter_subscriptions")
    .set(({ fn, ref, val }) => ({
      unsubscribed_at: fn.coalesce(ref("unsubscribed_at"), val(ctx.clock.now())),
    }))
    .where("id", "=", id)
    .returning("brokerage_id as brokerageId")
    .executeTakeFirst();
  return row ?? null;
}
