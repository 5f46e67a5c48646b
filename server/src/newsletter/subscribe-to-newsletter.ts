import { type Selectable, sql } from "kysely";
import { recordChange } from "../audit/index.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import type { NewsletterSubscriptions } from "../platform/database/types.generated.ts";
import type { SubscribeBody, SubscribeReply } from "./newsletter.schemas.ts";

/**
 * Subscribes an address to the newsletter of the domain's brokerage (SPEC: Newsletter subscription). There is one row
 * per address, ignoring case: a repeated request keeps fields that it does not send, and subscribes again after an
 * unsubscription. Changes are recorded in the audit log. No mail is sent. The reply is always the same, so that it
 * does not reveal who was subscribed before.
 */
export async function subscribeToNewsletter(
  ctx: TenantContext,
  { email, first_name, interests }: SubscribeBody,
): Promise<SubscribeReply> {
  const { brokerageId } = ctx.tenant;
  await ctx.limits.take("newsletter_email", `${brokerageId} ${email.toLowerCase()}`);
  const fields = {
    ...(first_name && { first_name }),
    ...(interests && { interests: distinct(interests) }),
  };
  await inTransaction(ctx, async (ctx) => {
    // Of concurrent requests the first inserts the row, and the others update it one after another.
    const { numInsertedOrUpdatedRows: inserted } = await ctx.db
      .insertInto("newsletter_subscriptions")
      .values({ brokerage_id: brokerageId, email, ...fields, subscribed_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.expression(sql`brokerage_id, lower(email)`).doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 0n) await subscribeAgain(ctx, { brokerageId, email }, fields);
  });
  return {
    success: true,
    message: "Thank you for subscribing. Every newsletter has a link to unsubscribe.",
  };
}

type SubscriptionFields = { first_name?: string; interests?: string[] };

async function subscribeAgain(ctx: Context, person: DataSubject, fields: SubscriptionFields): Promise<void> {
  const before = await ctx.db
    .selectFrom("newsletter_subscriptions")
    .selectAll()
    .where("brokerage_id", "=", person.brokerageId)
    .where(isAddress(sql.ref("email"), person.email))
    .forUpdate()
    .executeTakeFirst();
  // A concurrent erasure deleted the row.
  if (!before) return;
  const isReturning = before.unsubscribed_at !== null;
  const after = await ctx.db
    .updateTable("newsletter_subscriptions")
    .set({ ...fields, unsubscribed_at: null, ...(isReturning && { subscribed_at: ctx.clock.now() }) })
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

/** Removes duplicates, ignoring case, and keeps the first spelling. */
function distinct(interests: string[]): string[] {
  const spellings = new Map<string, string>();
  for (const interest of interests) {
    const key = interest.toLowerCase();
    if (key !== "" && !spellings.has(key)) spellings.set(key, interest);
  }
  return [...spellings.values()];
}
