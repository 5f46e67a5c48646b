import { recordChange } from "../../audit/index.ts";
import { brokersOf } from "../../brokerages/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { auditView, type EndpointRow } from "../endpoints/endpoint-view.ts";

type DisableReason = { reason: "gone" | "failing"; failingSince: Date | null };

/**
 * Disables an endpoint and notifies its brokers, in the transaction that has locked it. Pending deliveries resume
 * when a user enables it again.
 */
export async function disableEndpoint(
  ctx: Context,
  endpoint: EndpointRow,
  why: DisableReason,
): Promise<void> {
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
  ctx.log.warn({ webhook: endpoint.id, reason: why.reason }, "webhook disabled");
  if (endpoint.brokerage_id !== null) await notifyBrokers(ctx, endpoint, endpoint.brokerage_id, why);
}

async function notifyBrokers(
  ctx: Context,
  endpoint: EndpointRow,
  brokerageId: number,
  { reason, failingSince }: DisableReason,
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
        target: redactedUrl(endpoint.url),
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

/** Removes the path: some addresses contain a token, and the host alone identifies the receiver. */
function redactedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === "/" && search === "" ? origin : `${origin}/…`;
}
