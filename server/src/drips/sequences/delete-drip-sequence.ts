import { recordChange } from "../../audit/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { SequenceParams } from "../drips.schemas.ts";
import { holdAll } from "./enrollments-of.ts";
import { presentSequence } from "./sequence-view.ts";
import { lockToDelete } from "./visible-sequence.ts";

/**
 * Deletes a sequence permanently, with its steps and enrollments (SPEC: Drip sequences), also of a disabled brokerage.
 *
 * @throws AppError 404 `Sequence not found`.
 */
export async function deleteDripSequence(
  ctx: ActorContext,
  input: SequenceParams,
): Promise<{ message: string }> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockToDelete(ctx, input.sequence_id);
    await holdAll(ctx, row.id);
    const before = await presentSequence(ctx.db, row);
    await ctx.db.deleteFrom("drip_sequences").where("id", "=", row.id).execute();
    await recordChange(ctx, {
      action: "delete",
      targetType: "drip_sequence",
      targetId: row.id,
      brokerageId: row.brokerage_id,
      before,
    });
    return { message: "Sequence deleted" };
  });
}
