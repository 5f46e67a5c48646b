import { sql } from "kysely";
import { lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { MAX_WEBHOOKS } from "./endpoints.schemas.ts";

/**
 * The brokerage of a new webhook: for brokers their own; for admins the given one, otherwise their own, otherwise
 * null for all.
 *
 * @throws AppError 400 to a broker without a brokerage; 404 `Brokerage not found` for another than a broker's own.
 */
export function ownerBrokerage({ actor }: ActorContext, named: number | null | undefined): number | null {
  const { role, brokerageId: own } = actor;
  if (role === "admin") return named === undefined ? own : named;
  if (own === null)
    throw new AppError("bad_request", "No brokerage context: these credentials are bound to no brokerage");
  if (named != null && named !== own) throw new AppError("not_found", "Brokerage not found");
  return own;
}

/**
 * Checks the quota, and locks it until the transaction ends.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one; 409 when the quota is used up.
 */
export async function lockWebhookQuota(ctx: ActorContext, brokerageId: number | null): Promise<void> {
  if (brokerageId !== null) await lockBrokerage(ctx, brokerageId);
  else
    await sql`select pg_advisory_xact_lock(hashtextextended('webhooks of all brokerages', 0))`.execute(
      ctx.db,
    );
  const { count } = await ctx.db
    .selectFrom("webhook_endpoints")
    .where("brokerage_id", "is not distinct from", brokerageId)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count < MAX_WEBHOOKS) return;
  throw new AppError("conflict", `There can be at most ${MAX_WEBHOOKS} webhooks of a brokerage: delete one`);
}
