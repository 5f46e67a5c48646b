import type { Selectable } from "kysely";
import { isEnabledBrokerage } from "../brokerages/index.ts";
import type { ActorContext, Context } from "../platform/context.ts";
import type { NewsletterSubscriptions } from "../platform/database/types.generated.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import { visibleWithin } from "../platform/http/permissions.ts";
import type { SubscriberPage, SubscriberQuery } from "./newsletter.schemas.ts";
import { subscriberUnsubscribeUrl } from "./unsubscribe-link.ts";

/**
 * Lists current or former subscribers, newest first: brokers see those of their brokerage, admins all. Each has an
 * unsubscribe link, for the program that sends the newsletter.
 */
export async function listNewsletterSubscribers(
  ctx: ActorContext,
  input: SubscriberQuery,
): Promise<SubscriberPage> {
  const matching = await matchingRows(ctx, input);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching
    .selectAll()
    .orderBy("subscribed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(await Promise.all(rows.map((row) => present(ctx, row))), total, input);
}

async function matchingRows(ctx: ActorContext, { subscribed, brokerage_id }: SubscriberQuery) {
  const visible = await visibleTo(ctx, brokerage_id);
  return ctx.db
    .selectFrom("newsletter_subscriptions")
    .where("unsubscribed_at", subscribed ? "is" : "is not", null)
    .$if(visible !== null, (query) => query.where("brokerage_id", "=", visible as number));
}

/** Null for every brokerage; 0 for none. Only admins read a disabled brokerage's subscribers. */
async function visibleTo({ db, actor }: ActorContext, brokerageId: number | undefined) {
  const visible = visibleWithin(actor, brokerageId);
  if (visible === null || actor.role === "admin") return visible;
  return (await isEnabledBrokerage(db, visible)) ? visible : 0;
}

async function present(ctx: Context, row: Selectable<NewsletterSubscriptions>) {
  const { id, brokerage_id, email, first_name, interests, subscribed_at, unsubscribed_at } = row;
  return {
    id,
    brokerage_id,
    email,
    first_name,
    interests,
    subscribed_at,
    unsubscribed_at,
    unsubscribe_url: await subscriberUnsubscribeUrl(ctx, id),
  };
}
