import type { ActorContext } from "../../platform/context.ts";
import type { DripSequence, SequenceParams } from "../drips.schemas.ts";
import { presentSequence } from "./sequence-view.ts";
import { visibleSequence } from "./visible-sequence.ts";

/**
 * A drip sequence with its steps and the number of its enrollments.
 *
 * @throws AppError 404 `Sequence not found`, also for one that is out of the caller's scope.
 */
export async function getDripSequence(ctx: ActorContext, input: SequenceParams): Promise<DripSequence> {
  return presentSequence(ctx.db, await visibleSequence(ctx, input.sequence_id));
}
