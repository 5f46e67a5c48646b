import { recordChange } from "../../audit/index.ts";
import { brokersOf } from "../../brokerages/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { auditView } from "../endpoints/endpoint-view.ts";
import type { SettledEndpoint } from "./settle-endpoints.sql.ts";

type Why = { reason: "gone" | "failing"; failingSince: Date | null };

/**
 * Tells an endpoint nothing more, and its brokers that it is so; call it in the transaction that has locked it. What waits goes
 * on when somebody makes it active again.
 */
export async function disableEndpoint(ctx: Context, endpoint: SettledEndpoint, why: Why): Promise<void> {
  const now = ctx.clock.now();
  const after = await ctx.db
    .updateTable("webhook_endpoints")
    .set({ status: "disabled", disabled_reason: why.reason, updated_at: now })
    .where("id", "=", endpoint.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(ctx, {
    action: "update",
    targetType: "webhook",
    targetId: endpoint.id,
    brokerageId: endpoint.brokerage_id,
    before: auditView(endpoint),
    after: auditView(after),
  });
  ctx.log.warn({ webhook: endpoint.id, reason: why.reason }, "a webhook is disabled");
  if (endpoint.brokerage_id !== null) await tellBrokers(ctx, endpoint, endpoint.brokerage_id, why);
}

async function tellBrokers(
  ctx: Context,
  endpoint: SettledEndpoint,
  brokerageId: number,
  { reason, failingSince }: Why,
): Promise<void> {
  const now = ctx.clock.now();
  const { adminAppUrl, publicApiUrl } = ctx.config;
  for (const broker of await brokersOf(ctx.db, [brokerageId])) {
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "webhook_disabled",
      data: {
        name: broker.name,
        target: withoutSecrets(endpoint.url),
        reason,
        since: failingSince?.toISOString() ?? null,
        events: endpoint.events,
        url: adminAppUrl
          ? `${adminAppUrl}/webhooks/${endpoint.id}`
          : `${publicApiUrl}/api/admin/webhooks/${endpoint.id}`,
      },
      to: broker.email,
      replyTo: null,
      audience: "staff",
      occasion: `webhook ${endpoint.id} ${now.toISOString()}`,
    });
  }
}

/** Some addresses end in a token: whom it is about shows without. */
function withoutSecrets(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? origin : `${origin}/…`;
}
