import { requireClient } from "../../favorites/index.ts";
import { lockPerson } from "../../leads/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { type PushSubscriptionBody, type PushSubscriptionReply, subscribeClient } from "../../push/index.ts";

/**
 * Subscribes a browser to the client's alerts, or renews its subscription (search.md, D57).
 *
 * @throws AppError 401 for any token that is not valid at this brokerage; 409 without a VAPID key pair; 422 as for browsers of staff.
 */
export async function createSearchPushSubscription(
  ctx: TenantContext,
  input: PushSubscriptionBody,
): Promise<PushSubscriptionReply> {
  const client = await requireClient(ctx);
  return inTransaction(ctx, async (ctx) => {
    await lockPerson(ctx, client);
    return subscribeClient(ctx, await requireClient(ctx), input);
  });
}
