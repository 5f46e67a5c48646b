import { recordChange } from "../../audit/index.ts";
import { announcedJob } from "../../event-outbox/index.ts";
import { changedFields } from "../../platform/changed-fields.ts";
import type { ActorContext } from "../../platform/context.ts";
import { afterCommit, inTransaction } from "../../platform/database/database.ts";
import { auditView, type EndpointRow, presentEndpoint } from "./endpoint-view.ts";
import type { UpdateWebhookBody, Webhook, WebhookParams } from "./endpoints.schemas.ts";
import { safeUrl } from "./safe-url.ts";
import { lockEndpoint } from "./visible-endpoint.ts";

/**
 * Changes what is given. `active: false` stops its deliveries; those that wait go on with `active: true`, to the address that
 * it has then. Of events that happen while it is disabled it is told nothing.
 *
 * @throws AppError 404 `Webhook not found`; 422, also for an address that nothing may be sent to.
 */
export async function updateWebhook(
  ctx: ActorContext,
  input: WebhookParams & UpdateWebhookBody,
): Promise<Webhook> {
  const url = input.url === undefined ? undefined : await safeUrl(ctx, input.url);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEndpoint(ctx, input.webhook_id);
    const changed = changedFields(row, edited(row, { ...input, url }));
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
    if (after.status === "active") afterCommit(ctx, () => ctx.jobs.wake(announcedJob));
    return presentEndpoint(after, now);
  });
}

type Edit = { url: string | undefined; events?: string[]; active?: boolean };

/** The columns that an edit would store. Another address has not failed yet. */
function edited(row: EndpointRow, { url, events, active }: Edit) {
  const isDisabled = row.status === "disabled";
  return {
    ...(url !== undefined && { url }),
    ...(url !== undefined && url !== row.url && { failing_since: null }),
    ...(events !== undefined && { events }),
    ...(active === true && isDisabled && { status: "active", disabled_reason: null, failing_since: null }),
    ...(active === false && !isDisabled && { status: "disabled", disabled_reason: "by_hand" }),
  };
}
