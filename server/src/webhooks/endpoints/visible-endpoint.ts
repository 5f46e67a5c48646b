import { isEnabledBrokerage, lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import type { EndpointRow } from "./endpoint-view.ts";

/**
 * Brokers see the webhooks of their enabled brokerage, admins all, including platform-wide ones. Webhooks of a
 * disabled brokerage can be read and deleted by admins, and not changed.
 */

/** @throws AppError 404 `Webhook not found`, also for one that the caller does not see. */
export async function requireVisibleEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const row = await endpointById(ctx, webhookId).executeTakeFirst();
  if (!row || !(ctx.actor.role === "admin" || (await isChangeable(ctx, row)))) throw webhookNotFound();
  return row;
}

/** @throws AppError 404 as above, and for one of a disabled brokerage, which must not be changed. */
export async function requireChangeableEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const row = await requireVisibleEndpoint(ctx, webhookId);
  if (!(await isChangeable(ctx, row))) throw webhookNotFound();
  return row;
}

/**
 * Locks the brokerage, then the webhook, until the transaction ends.
 *
 * @throws AppError 404 `Webhook not found`: missing, not visible, or of a disabled brokerage.
 */
export async function lockEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const { brokerage_id } = await requireVisibleEndpoint(ctx, webhookId);
  if (brokerage_id !== null) {
    await lockBrokerage(ctx, brokerage_id).catch((error: unknown) => {
      throw error instanceof AppError ? webhookNotFound() : error;
    });
  }
  return rowForUpdate(ctx, webhookId);
}

/** Locks a webhook for deletion, which is allowed for one of a disabled brokerage. */
export async function lockToDelete(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  await requireVisibleEndpoint(ctx, webhookId);
  return rowForUpdate(ctx, webhookId);
}

export function webhookNotFound(): AppError {
  return new AppError("not_found", "Webhook not found");
}

async function isChangeable({ db }: ActorContext, { brokerage_id }: EndpointRow): Promise<boolean> {
  return brokerage_id === null || (await isEnabledBrokerage(db, brokerage_id));
}

async function rowForUpdate(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const row = await endpointById(ctx, webhookId).forUpdate().executeTakeFirst();
  if (!row) throw webhookNotFound();
  return row;
}

function endpointById({ db, actor }: ActorContext, webhookId: number) {
  const scope = visibleBrokerage(actor);
  return db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", webhookId)
    .$if(scope !== null, (query) => query.where("brokerage_id", "=", scope));
}
