import { lockBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { CreateDripSequenceBody, DripSequence } from "../drips.schemas.ts";
import { addSequence } from "./add-sequence.ts";

/**
 * Adds a drip sequence to a brokerage (SPEC: Drip sequences). Leads that are in its stage already are not enrolled,
 * only those that enter it from now on.
 *
 * @throws AppError 400 without a brokerage; 404 `Brokerage not found`, also for a disabled one; 409 for a name that is
 *   taken (case-insensitive), or above the maximum number; 422.
 */
export async function createDripSequence(
  ctx: ActorContext,
  { brokerage_id, ...sequence }: CreateDripSequenceBody,
): Promise<DripSequence> {
  return inTransaction(ctx, async (ctx) => addSequence(ctx, await brokerageFor(ctx, brokerage_id), sequence));
}

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
