import { isOpenBrokerage, lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { visibleBrokerage } from "../../platform/http/permissions.ts";
import type { EndpointRow } from "./endpoint-view.ts";

/*
 * Brokers see their brokerage's webhooks while it is not disabled, admins all: those of all brokerages too. What a disabled
 * brokerage has, admins read and remove, and nobody changes.
 */

/** @throws AppError 404 `Webhook not found`, also for one that is out of the caller's scope. */
export async function visibleEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const row = await endpointById(ctx, webhookId).executeTakeFirst();
  if (!row || !(ctx.actor.role === "admin" || (await isChangeable(ctx, row)))) throw webhookNotFound();
  return row;
}

/** @throws AppError 404 as above, and for a disabled brokerage's: what is about to happen would change it. */
export async function changeableEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const row = await visibleEndpoint(ctx, webhookId);
  if (!(await isChangeable(ctx, row))) throw webhookNotFound();
  return row;
}

/**
 * For a change: holds it until the transaction ends, its brokerage before it.
 *
 * @throws AppError 404 `Webhook not found`: missing, out of scope, or a disabled brokerage's.
 */
export async function lockEndpoint(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  const { brokerage_id } = await visibleEndpoint(ctx, webhookId);
  if (brokerage_id !== null) {
    await lockBrokerage(ctx, brokerage_id).catch((error: unknown) => {
      throw error instanceof AppError ? webhookNotFound() : error;
    });
  }
  return rowForUpdate(ctx, webhookId);
}

/** The same for a deletion, which a disabled brokerage's webhook allows. */
export async function lockToDelete(ctx: ActorContext, webhookId: number): Promise<EndpointRow> {
  await visibleEndpoint(ctx, webhookId);
  return rowForUpdate(ctx, webhookId);
}

export function webhookNotFound(): AppError {
  return new AppError("not_found", "Webhook not found");
}

async function isChangeable({ db }: ActorContext, { brokerage_id }: EndpointRow): Promise<boolean> {
  return brokerage_id === null || (await isOpenBrokerage(db, brokerage_id));
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
