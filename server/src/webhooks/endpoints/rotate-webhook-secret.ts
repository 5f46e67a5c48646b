import { randomBytes } from "node:crypto";
import { recordChange } from "../../audit/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { RotatedSecret, WebhookParams } from "./endpoints.schemas.ts";
import { lockEndpoint } from "./visible-endpoint.ts";

const OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Replaces a webhook's secret; the new one is in this reply and nowhere else. The previous one also signs for 24
 * hours, so that no delivery is refused while a receiver changes over. An older one ends now.
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
      // Records that the secret changed, and nothing of its content.
      after: { secret_is_new: true },
    });
    return { id: row.id, secret, previous_secret_valid_until: until };
  });
}

/** Generates a secret in the format of Standard Webhooks, and its encrypted form. */
export async function newSecret({ secrets }: Pick<Context, "secrets">) {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, sealed: await seal(secrets.encryptionKey, secret) };
}
