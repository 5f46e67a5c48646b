import type { ActorContext } from "../../platform/context.ts";
import { presentEndpoint } from "./endpoint-view.ts";
import type { Webhook, WebhookParams } from "./endpoints.schemas.ts";
import { requireVisibleEndpoint } from "./visible-endpoint.ts";

/** Returns one webhook, without its secret. @throws AppError 404 `Webhook not found`. */
export async function getWebhook(ctx: ActorContext, { webhook_id }: WebhookParams): Promise<Webhook> {
  return presentEndpoint(await requireVisibleEndpoint(ctx, webhook_id), ctx.clock.now());
}
