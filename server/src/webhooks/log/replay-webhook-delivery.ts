import { recordChange } from "../../audit/index.ts";
import { eventDeliveryJob } from "../../event-outbox/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { requireChangeableEndpoint } from "../endpoints/visible-endpoint.ts";
import type { Delivery, DeliveryParams } from "./deliveries.schemas.ts";
import { presentDelivery } from "./delivery-view.ts";

/**
 * Queues a message again, in any status: the same bytes under the same `webhook-id`, signed again, with all retries.
 * Only its own row is locked, so that no other delivery waits.
 *
 * @throws AppError 404 `Webhook not found` or `Delivery not found`; 409 while the webhook is disabled.
 */
export async function replayWebhookDelivery(
  ctx: ActorContext,
  { webhook_id, delivery_id }: DeliveryParams,
): Promise<Delivery> {
  return inTransaction(ctx, async (ctx) => {
    const endpoint = await requireChangeableEndpoint(ctx, webhook_id);
    const row = await ctx.db
      .updateTable("webhook_deliveries")
      .set({ status: "pending", attempts: 0, next_attempt_at: ctx.clock.now(), delivered_at: null })
      .where("id", "=", delivery_id)
      .where("endpoint_id", "=", endpoint.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new AppError("not_found", "Delivery not found");
    if (endpoint.status === "disabled") throw new AppError("conflict", DISABLED);
    await recordChange(ctx, {
      action: "run",
      targetType: "webhook_delivery",
      targetId: row.id,
      brokerageId: endpoint.brokerage_id,
      after: { webhook_id, message_id: row.message_id, event: row.event, subject: row.subject },
    });
    afterCommit(ctx, () => ctx.jobs.wake(eventDeliveryJob));
    return presentDelivery(row);
  });
}

const DISABLED = "The webhook is disabled: nothing is sent to it until it is active again";
