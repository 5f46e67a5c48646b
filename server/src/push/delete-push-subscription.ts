import { recordChange } from "../audit/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { normalizedEndpoint } from "./browser-subscription.ts";
import { auditView, ownedBy } from "./own-subscriptions.ts";
import type { PushEndpointBody } from "./push.schemas.ts";

/**
 * Deletes a browser's subscription to the caller's alerts. Another caller's subscription of the same browser stays.
 *
 * @throws AppError 404 `Push subscription not found`, also for another caller's.
 */
export async function deletePushSubscription(
  ctx: ActorContext,
  { endpoint }: PushEndpointBody,
): Promise<{ message: string }> {
  await inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .deleteFrom("push_subscriptions")
      .where(ownedBy(ctx.actor))
      .where("endpoint", "=", normalizedEndpoint(endpoint))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError("not_found", "Push subscription not found");
    await recordChange(ctx, {
      action: "delete",
      targetType: "push_subscription",
      targetId: row.id,
      brokerageId: ctx.actor.brokerageId,
      before: auditView(row),
    });
  });
  return { message: "Push subscription deleted" };
}
