import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { RotatedSecret, WebhookParams } from "./endpoints.schemas.ts";
import { newSecret } from "./new-secret.ts";
import { lockEndpoint } from "./visible-endpoint.ts";

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a webhook a new secret, which is in this reply and nowhere else. The one before signs too for 24 hours, so that no
 * delivery is refused while a receiver changes over; one from before that ends now.
 *
 * @throws AppError 404 `Webhook not found`.
 */
export async function rotateWebhookSecret(
  ctx: ActorContext,
  { webhook_id }: WebhookParams,
): Promise<RotatedSecret> {
  const { secret, sealed } = await newSecret(ctx);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, webhook_id);
    const now = ctx.clock.now();
    const until = new Date(now.getTime() + OVERLAP_MS);
    await ctx.db
      .updateTable("webhook_endpoints")
      .set({
        sealed_secret: sealed,
        sealed_previous_secret: row.sealed_secret,
        previous_secret_until: until,
        updated_at: now,
      })
      .where("id", "=", row.id)
      .execute();
    await recordChange(ctx, {
      action: "update",
      targetType: "webhook",
      targetId: row.id,
      brokerageId: row.brokerage_id,
      before: {},
      // That there is a new one, and nothing of what it says.
      after: { secret_is_new: true },
    });
    return { id: row.id, secret, previous_secret_valid_until: until };
  });
}
