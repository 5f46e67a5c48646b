import { type Selectable, sql } from "kysely";
import { recordChange } from "../audit/index.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import type { NewsletterSubscriptions } from "../platform/database/types.generated.ts";
import type { SubscribeBody, SubscribeReply } from "./newsletter.schemas.ts";

/**
 * Subscribes an address to the newsletter of the brokerage whose domain was asked (SPEC: Newsletter subscription). One row
 * an address, whatever its case: a repeat keeps what it does not say, and one after an unsubscription subscribes
 * again; what it changes stands in the audit log. No mail is sent. The reply is the same for all, so that nobody learns who
 * was subscribed before.
 */
export async function subscribeToNewsletter(
  ctx: TenantContext,
  { email, first_name, interests }: SubscribeBody,
): Promise<SubscribeReply> {
  const { brokerageId } = ctx.tenant;
  await ctx.limits.take("newsletter_email", `${brokerageId} ${email.toLowerCase()}`);
  const said = {
    ...(first_name && { first_name }),
    ...(interests && { interests: distinct(interests) }),
  };
  await inTransaction(ctx, async (ctx) => {
    // Of any number at once the first inserts, and the others change its row one after another.
    const { numInsertedOrUpdatedRows: inserted } = await ctx.db
      .insertInto("newsletter_subscriptions")
      .values({ brokerage_id: brokerageId, email, ...said, subscribed_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.expression(sql`brokerage_id, lower(email)`).doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 0n) await subscribeAgain(ctx, { brokerageId, email }, said);
  });
  return {
    success: true,
    message: "Thank you for subscribing. Every newsletter has a link to unsubscribe.",
  };
}

type Said = { first_name?: string; interests?: string[] };

async function subscribeAgain(ctx: Context, person: DataSubject, said: Said): Promise<void> {
  const before = await ctx.db
    .selectFrom("newsletter_subscriptions")
    .selectAll()
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .forUpdate()
    .executeTakeFirst();
  // An erasure has taken it away at this moment.
  if (!before) return;
  const returns = before.unsubscribed_at !== null;
  const after = await ctx.db
    .updateTable("newsletter_subscriptions")
    .set({ ...said, unsubscribed_at: null, ...(returns && { subscribed_at: ctx.clock.now() }) })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(ctx, {
    action: "update",
    targetType: "newsletter_subscription",
    targetId: before.id,
    brokerageId: person.brokerageId,
    before: auditView(before),
    after: auditView(after),
  });
}

function auditView({ first_name, interests, unsubscribed_at }: Selectable<NewsletterSubscriptions>) {
  return { first_name, interests, unsubscribed_at };
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
