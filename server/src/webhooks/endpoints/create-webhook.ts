import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { checkTargetUrl } from "./check-target-url.ts";
import { auditView, presentEndpoint } from "./endpoint-view.ts";
import type { CreatedWebhook, CreateWebhookBody } from "./endpoints.schemas.ts";
import { newSecret } from "./rotate-webhook-secret.ts";
import { lockWebhookQuota, ownerBrokerage } from "./webhook-quota.ts";

/**
 * Subscribes an address to future events (decisions.md: Webhooks). The secret is in this reply and nowhere else.
 *
 * @throws AppError 400 to a broker without a brokerage; 404 `Brokerage not found`, also for another than a broker's
 * own and
 *   a disabled one; 409 for one too many; 422, also for an address that nothing may be sent to.
 */
export async function createWebhook(
  ctx: ActorContext,
  { url: text, events, brokerage_id }: CreateWebhookBody,
): Promise<CreatedWebhook> {
  const brokerageId = ownerBrokerage(ctx, brokerage_id);
  const url = await checkTargetUrl(ctx, text);
  const { secret, sealed } = await newSecret(ctx);
  return inTransaction(ctx, async (ctx) => {
    await lockWebhookQuota(ctx, brokerageId);
    const now = ctx.clock.now();
    const row = await ctx.db
      .insertInto("webhook_endpoints")
      .values({
        brokerage_id: brokerageId,
        url,
        events,
        sealed_secret: sealed,
        created_by: ctx.actor.name,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(ctx, {
      action: "create",
      targetType: "webhook",
      targetId: row.id,
      brokerageId,
      after: auditView(row),
    });
    const { id, status, created_at } = presentEndpoint(row, now);
    return { id, url, events, brokerage_id: brokerageId, status, created_at, secret };
  });
}
