import { sql } from "kysely";
import type { TenantContext } from "../context.ts";
import type { SubscribeBody, SubscribeReply } from "./newsletter.schemas.ts";

/**
 * Subscribes an address to the newsletter of the brokerage whose domain was asked (SPEC: Newsletter subscription). One row
 * an address, whatever its case: a repeat keeps what it does not say, and one after an unsubscription subscribes
 * again. The reply is the same for all, so that nobody learns who was subscribed before.
 */
export async function subscribeToNewsletter(
  ctx: TenantContext,
  { email, first_name, interests }: SubscribeBody,
): Promise<SubscribeReply> {
  const said = {
    ...(first_name && { first_name }),
    ...(interests && { interests: distinct(interests) }),
  };
  const now = ctx.clock.now();
  // A single statement: of any number at once the first inserts, and the others come after it.
  await ctx.db
    .insertInto("newsletter_subscriptions")
    .values({ brokerage_id: ctx.tenant.brokerageId, email, ...said, subscribed_at: now })
    .onConflict((conflict) =>
      conflict.expression(sql`brokerage_id, lower(email)`).doUpdateSet(({ ref }) => ({
        ...said,
        subscribed_at: sql<Date>`case
          when ${ref("newsletter_subscriptions.unsubscribed_at")} is null
            then ${ref("newsletter_subscriptions.subscribed_at")}
          else ${now}
        end`,
        unsubscribed_at: null,
      })),
    )
    .execute();
  return {
    success: true,
    message: "Thank you for subscribing. Every newsletter has a link to unsubscribe.",
  };
}

/** Each once, whatever its case, in the first one's spelling. */
function distinct(interests: string[]): string[] {
  const spellings = new Map<string, string>();
  for (const interest of interests) {
    const key = interest.toLowerCase();
    if (key !== "" && !spellings.has(key)) spellings.set(key, interest);
  }
  return [...spellings.values()];
}
