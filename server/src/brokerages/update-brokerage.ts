import { recordChange } from "../audit/index.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { brokerageColumns, editedColumns, toBrokerage } from "./brokerage-row.ts";
import type { Brokerage, UpdateBrokerageBody } from "./brokerages.schemas.ts";
import { checkMap } from "./check-map.ts";
import { indexBrokerage } from "./index-brokerage.ts";
import { refusingTakenSlug } from "./slug-taken.ts";
import { lockBrokerage } from "./visible-brokerage.ts";

/**
 * Changes the fields that are given (SPEC: Brokerages). The route is for admins; a broker comes here by approving a
 * suggestion, and changes the own brokerage alone.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one; 400 `Slug already exists`; 422 when the map
 *   would be upside down.
 */
export async function updateBrokerage(
  ctx: Context,
  input: { brokerage_id: number } & UpdateBrokerageBody,
): Promise<Brokerage> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockBrokerage(ctx, input.brokerage_id);
    const edited = editedColumns(input);
    if (Object.keys(edited).length === 0) return before;
    checkMap({ ...before, ...edited });

    const row = await refusingTakenSlug(
      ctx.db
        .updateTable("brokerages")
        .set({ ...edited, updated_at: ctx.clock.now() })
        .where("id", "=", before.id)
        .returning(brokerageColumns)
        .executeTakeFirstOrThrow(),
    );
    const after = toBrokerage(row);
    await indexBrokerage(ctx, after);
    await recordChange(ctx, {
      action: "update",
      targetType: "brokerage",
      targetId: after.id,
      brokerageId: after.id,
      before,
      after,
    });
    return after;
  });
}
