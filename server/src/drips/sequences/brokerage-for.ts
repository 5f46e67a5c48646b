import { lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";

/**
 * The brokerage of a new sequence, locked until the transaction ends: always their own for other roles; admins name
 * one, or get their own (SPEC: Drip sequence).
 *
 * @throws AppError 400 when there is none; 404 `Brokerage not found`, also for a disabled one.
 */
export async function brokerageFor(ctx: ActorContext, named: number | null | undefined): Promise<number> {
  const { role, brokerageId: own } = ctx.actor;
  const brokerageId = role === "admin" ? (named ?? own) : own;
  if (brokerageId === null) {
    throw new AppError("bad_request", "No brokerage context: brokerage_id says whose sequence it is");
  }
  const { id } = await lockBrokerage(ctx, brokerageId);
  return id;
}
