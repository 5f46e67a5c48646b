import { recordChange } from "../../audit/index.ts";
import { eventDeliveryJob } from "../../event-outbox/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { ActorContext } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { checkTargetUrl } from "./check-target-url.ts";
import { auditView, type EndpointRow, presentEndpoint } from "./endpoint-view.ts";
import type { UpdateWebhookBody, Webhook, WebhookParams } from "./endpoints.schemas.ts";
import { lockEndpoint } from "./visible-endpoint.ts";

/**
 * Updates the given fields. `active: false` stops deliveries; pending ones continue with `active: true`, to the
 * address at that time. Events that happen while it is disabled are not delivered.
 *
 * @throws AppError 404 `Webhook not found`; 422, also for an address that nothing may be sent to.
 */
export async function updateWebhook(
  ctx: ActorContext,
  input: WebhookParams & UpdateWebhookBody,
): Promise<Webhook> {
  const url = input.url === undefined ? undefined : await checkTargetUrl(ctx, input.url);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, input.webhook_id);
    const changed = changedFields(row, editedColumns(row, { ...input, url }));
    const now = ctx.clock.now();
    if (Object.keys(changed).length === 0) return presentEndpoint(row, now);
    const after = await ctx.db
      .updateTable("webhook_endpoints")
      .set({ ...changed, updated_at: now })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(ctx, {
      action: "update",
      targetType: "webhook",
      targetId: row.id,
      brokerageId: row.brokerage_id,
      before: auditView(row),
      after: auditView(after),
    });
    if (after.status === "active") afterCommit(ctx, () => ctx.jobs.wake(eventDeliveryJob));
    return presentEndpoint(after, now);
  });
}

type Edit = { url: string | undefined; events?: string[]; active?: boolean };

/** The columns that an edit changes. A new address resets `failing_since`. */
function editedColumns(row: EndpointRow, { url, events, active }: Edit) {
  const isDisabled = row.status === "disabled";
  return {
    ...(url !== undefined && { url }),
    ...(url !== undefined && url !== row.url && { failing_since: null }),
    ...(events !== undefined && { events }),
    ...(active === true && isDisabled && { status: "active", disabled_reason: null, failing_since: null }),
    ...(active === false && !isDisabled && { status: "disabled", disabled_reason: "by_hand" }),
  };
}
