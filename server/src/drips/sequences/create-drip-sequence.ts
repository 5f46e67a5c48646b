import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { CreateDripSequenceBody, DripSequence } from "../drips.schemas.ts";
import { addSequence } from "./add-sequence.ts";
import { brokerageFor } from "./brokerage-for.ts";

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
