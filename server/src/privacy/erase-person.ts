import { redactPerson } from "../audit/index.ts";
import { eraseFavorites, eraseMagicLinks } from "../favorites/index.ts";
import { eraseKeptReplies } from "../idempotency/index.ts";
import { eraseLeads, impersonalLeadFields, leadIdsOfPerson, lockLeadsOfPerson } from "../leads/index.ts";
import { eraseMessages } from "../messages/index.ts";
import { eraseSubscriptions } from "../newsletter/index.ts";
import type { Context } from "../platform/context.ts";
import type { DataSubject } from "../platform/data-subject.ts";
import { eraseSearches } from "../saved-searches/index.ts";
import { eraseTours, tourIdsOfPerson } from "../tours/index.ts";
import { eraseClients, eraseVisits, lockClientToErase } from "../visitors/index.ts";
import { eraseDeliveries } from "../webhooks/index.ts";
import type { Receipt } from "./privacy.schemas.ts";

/**
 * Deletes everything that a brokerage holds about a person, in the caller's transaction, which holds the person's
 * lock (`lockPerson`). Concurrent writes about the person wait for it, or are erased with it.
 *
 * @returns what was deleted, in numbers.
 */
export async function erasePerson(ctx: Context, person: DataSubject): Promise<Receipt> {
  await lockClientToErase(ctx, person);
  // Sessions are locked before leads, as in reports of visitor events.
  const { sessionIds, events } = await eraseVisits(ctx, {
    ...person,
    leadIds: await leadIdsOfPerson(ctx, person),
  });
  const leadIds = await lockLeadsOfPerson(ctx, person);
  // Before messages, which alerts lock after their clients.
  const saved_searches = await eraseSearches(ctx, person);
  const tourIds = await tourIdsOfPerson(ctx, person, leadIds);
  // Rows that reference leads come first: deleting the leads would cascade to them uncounted.
  const tours = await eraseTours(ctx, person, leadIds);
  const messages = await eraseMessages(ctx, person, leadIds);
  const leads = await eraseLeads(ctx, leadIds);
  const webhook_deliveries = await eraseDeliveries(ctx, person, { leadIds, tourIds });
  const favorites = await eraseFavorites(ctx, person);
  // Clients come after the slices above, which find their rows through them.
  const clients = await eraseClients(ctx, person);
  const subscriptionIds = await eraseSubscriptions(ctx, person);
  return {
    ...leads,
    tours,
    messages,
    webhook_deliveries,
    newsletter_subscriptions: subscriptionIds.length,
    favorites,
    saved_searches,
    visitor_sessions: sessionIds.length,
    visitor_events: events,
    magic_links: await eraseMagicLinks(ctx, person),
    clients,
    audit_rows:
      (await redactPerson(ctx, {
        ...person,
        targetType: "lead",
        targetIds: leadIds,
        impersonal: impersonalLeadFields,
      })) +
      (await redactPerson(ctx, {
        ...person,
        targetType: "newsletter_subscription",
        targetIds: subscriptionIds,
        impersonal: ["unsubscribed_at"],
      })),
    kept_replies: await eraseKeptReplies(ctx, person, { leadIds, sessionIds, isClient: clients > 0 }),
    // No vectors or images are derived from personal data.
    vectors: 0,
    images: 0,
  };
}
