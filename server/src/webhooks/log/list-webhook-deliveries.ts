import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { requireVisibleEndpoint } from "../endpoints/visible-endpoint.ts";
import type { DeliveryListQuery, DeliveryPage, DeliveryParams } from "./deliveries.schemas.ts";
import { presentDelivery } from "./delivery-view.ts";

/**
 * Lists a webhook's deliveries of the last 30 days, pending ones included, newest first.
 *
 * @throws AppError 404 `Webhook not found`.
 */
export async function listWebhookDeliveries(
  ctx: ActorContext,
  input: Pick<DeliveryParams, "webhook_id"> & DeliveryListQuery,
): Promise<DeliveryPage> {
  const { id } = await requireVisibleEndpoint(ctx, input.webhook_id);
  const { status, event } = input;
  const matching = ctx.db
    .selectFrom("webhook_deliveries")
    .where("endpoint_id", "=", id)
    .$if(status !== undefined, (query) => query.where("status", "=", status as string))
    .$if(event !== undefined, (query) => query.where("event", "=", event as string));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return envelope(rows.map(presentDelivery), total, input);
}
