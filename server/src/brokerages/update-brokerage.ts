import { recordChange } from "../audit/index.ts";
import type { UsesModels } from "../models/index.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit, inTransaction } from "../platform/database/database.ts";
import { checkMap, rejectTakenSlug } from "./brokerage-fields.ts";
import { brokerageColumns, editedColumns, toBrokerage } from "./brokerage-row.ts";
import type { Brokerage, PutBrokerageBody } from "./brokerages.schemas.ts";
import { indexContactsOf } from "./contacts/index-contact.ts";
import { indexBrokerage } from "./index-brokerage.ts";
import type { UsesBrokerages } from "./services.ts";
import { lockBrokerage, lockToRestore } from "./visible-brokerage.ts";

/**
 * Changes the fields in the body (SPEC: Brokerages). The route is for admins; a broker's approved suggestion also
 * comes here, for the broker's own brokerage only. `disabled_at: null` restores a disabled brokerage at once: its
 * domains resolve again, and search finds it with its contacts and agents.
 *
 * @throws AppError 404 `Brokerage not found`, also for a disabled one that is not being restored; 400 `Slug already
 *   exists`; 422 when the map's north would not be above its south.
 */
export async function updateBrokerage(
  ctx: Context<UsesBrokerages & UsesModels>,
  input: { brokerage_id: number } & PutBrokerageBody,
): Promise<Brokerage> {
  return inTransaction(ctx, async (ctx) => {
    const lock = input.disabled_at === null ? lockToRestore : lockBrokerage;
    const before = await lock(ctx, input.brokerage_id);
    const edited = changedFields(before, {
      ...editedColumns(input),
      ...(before.disabled_at && { disabled_at: null }),
    });
    if (Object.keys(edited).length === 0) return before;
    checkMap({ ...before, ...edited });

    const row = await rejectTakenSlug(
      ctx.db
        .updateTable("brokerages")
        .set({ ...edited, updated_at: ctx.clock.now() })
        .where("id", "=", before.id)
        .returning(brokerageColumns)
        .executeTakeFirstOrThrow(),
    );
    const after = toBrokerage(row);
    await indexBrokerage(ctx, after);
    if (before.disabled_at) await indexContactsOf(ctx, after.id);
    // Its website shows the change at once.
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
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
