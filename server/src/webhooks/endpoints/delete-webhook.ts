import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { auditView, type EndpointRow } from "./endpoint-view.ts";
import type { WebhookParams } from "./endpoints.schemas.ts";
import { lockToDelete, webhookNotFound } from "./visible-endpoint.ts";

const BATCH = 2000;

/**
 * Deletes a webhook with its log; pending deliveries are never sent. The log may be long, so it is deleted in
 * batches. When the process dies in between, the webhook stays disabled and can be deleted again.
 *
 * @throws AppError 404 `Webhook not found`.
 */
export async function deleteWebhook(
  ctx: ActorContext,
  { webhook_id }: WebhookParams,
): Promise<{ message: string }> {
  const before = await inTransaction(ctx, (ctx) => disableBeforeDeletion(ctx, webhook_id));
  let deleted: number;
  do deleted = await inTransaction(ctx, (ctx) => deleteDeliveries(ctx, webhook_id));
  while (deleted === BATCH);
  await inTransaction(ctx, (ctx) => remove(ctx, before));
  return { message: "Webhook deleted" };
}

/** Disables the webhook, so that no delivery is added meanwhile. @returns the row as it was before. */
async function disableBeforeDeletion(ctx: ActorContext, id: number): Promise<EndpointRow> {
  const row = await lockToDelete(ctx, id);
  if (row.status === "active") {
    await ctx.db
      .updateTable("webhook_endpoints")
      .set({ status: "disabled", disabled_reason: "by_hand", updated_at: ctx.clock.now() })
      .where("id", "=", id)
      .execute();
  }
  return row;
}

/** Index: webhook_deliveries_newest. @returns how many. */
async function deleteDeliveries({ db }: Context, endpointId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries
    where id in (
      select id from webhook_deliveries where endpoint_id = ${endpointId} order by id limit ${BATCH} for update
    )`.execute(db);
  return Number(numAffectedRows);
}

async function remove(ctx: Context, before: EndpointRow): Promise<void> {
  await deleteDeliveries(ctx, before.id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("webhook_endpoints")
    .where("id", "=", before.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw webhookNotFound();
  await recordChange(ctx, {
    action: "delete",
    targetType: "webhook",
    targetId: before.id,
    brokerageId: before.brokerage_id,
    before: auditView(before),
  });
}
