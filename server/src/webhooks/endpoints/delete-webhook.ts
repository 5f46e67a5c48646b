import { sql } from "kysely";
import { recordChange } from "../../audit/index.ts";
import type { ActorContext, Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { auditView, type EndpointRow } from "./endpoint-view.ts";
import type { WebhookParams } from "./endpoints.schemas.ts";
import { lockToDelete, webhookNotFound } from "./visible-endpoint.ts";

const BATCH = 2000;

/**
 * Ends a subscription for good: its log goes, and what waits is never sent. The log of a month may be long, so it goes in
 * parts; whoever is cut off in between leaves it disabled, and to be deleted again.
 *
 * @throws AppError 404 `Webhook not found`.
 */
export async function deleteWebhook(
  ctx: ActorContext,
  { webhook_id }: WebhookParams,
): Promise<{ message: string }> {
  const before = await inTransaction(ctx, (ctx) => disable(ctx, webhook_id));
  let dropped: number;
  do dropped = await inTransaction(ctx, (ctx) => dropDeliveries(ctx, webhook_id));
  while (dropped === BATCH);
  await inTransaction(ctx, (ctx) => remove(ctx, before));
  return { message: "Webhook deleted" };
}

/** So that no delivery is added while they go. @returns what it was before. */
async function disable(ctx: ActorContext, id: number): Promise<EndpointRow> {
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
async function dropDeliveries({ db }: Context, endpointId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries
    where id in (
      select id from webhook_deliveries where endpoint_id = ${endpointId} order by id limit ${BATCH} for update
    )`.execute(db);
  return Number(numAffectedRows);
}

async function remove(ctx: Context, before: EndpointRow): Promise<void> {
  await dropDeliveries(ctx, before.id);
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
