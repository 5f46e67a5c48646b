import { sql } from "kysely";
import { lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { MAX_WEBHOOKS } from "./endpoints.schemas.ts";

/**
 * Whose a new webhook is: a broker's own brokerage's; of admins the one they name, else their own, else null for all.
 *
 * @throws AppError 400 to a broker without a brokerage; 404 `Brokerage not found` for another than a broker's own.
 */
export function brokerageFor({ actor }: ActorContext, named: number | null | undefined): number | null {
  const { role, brokerageId: own } = actor;
  if (role === "admin") return named === undefined ? own : named;
  if (own === null)
    throw new AppError("bad_request", "No brokerage context: these credentials are bound to no brokerage");
  if (named != null && named !== own) throw new AppError("not_found", "Brokerage not found");
  return own;
}

/**
 * Makes sure that there is room for one more, and that nobody else takes it until the transaction ends.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one; 409 when there are as many as there can be.
 */
export async function holdRoom(ctx: ActorContext, brokerageId: number | null): Promise<void> {
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
