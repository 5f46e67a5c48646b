import { requireClient } from "../../favorites/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { type PushEndpointBody, unsubscribeClient } from "../../push/index.ts";
import type { Message } from "../saved-searches.schemas.ts";

/**
 * Ends the subscription of a browser of the client.
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 404 `Push subscription not found`.
 */
export async function deleteSearchPushSubscription(
  ctx: TenantContext,
  { endpoint }: PushEndpointBody,
): Promise<Message> {
  const { clientId } = await requireClient(ctx);
  await unsubscribeClient(ctx.db, clientId, endpoint);
  return { message: "Push subscription deleted" };
}
