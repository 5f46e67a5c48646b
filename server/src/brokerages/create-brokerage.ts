import { recordChange } from "../audit/index.ts";
import type { UsesModels } from "../models/index.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit, inTransaction } from "../platform/database/database.ts";
import { checkMap, rejectTakenSlug } from "./brokerage-fields.ts";
import { brokerageColumns, editedColumns, toBrokerage } from "./brokerage-row.ts";
import type { Brokerage, CreateBrokerageBody } from "./brokerages.schemas.ts";
import { indexBrokerage } from "./index-brokerage.ts";
import type { UsesBrokerages } from "./services.ts";

/**
 * Creates a brokerage (SPEC: Brokerages). It has no domain until one is added.
 *
 * @throws AppError 400 `Slug already exists`, also for a disabled brokerage's; 422 for map bounds whose north is not
 *   above south.
 */
export async function createBrokerage(
  ctx: Context<UsesBrokerages & UsesModels>,
  input: CreateBrokerageBody,
): Promise<Brokerage> {
  checkMap(input);
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const { slug, name } = input;
    const row = await rejectTakenSlug(
      ctx.db
        .insertInto("brokerages")
        .values({ ...editedColumns(input), slug, name, created_at: now, updated_at: now })
        .returning(brokerageColumns)
        .executeTakeFirstOrThrow(),
    );
    const brokerage = toBrokerage(row);
    await indexBrokerage(ctx, brokerage);
    await recordChange(ctx, {
      action: "create",
      targetType: "brokerage",
      targetId: brokerage.id,
      brokerageId: brokerage.id,
      after: brokerage,
    });
    // The directory may have cached that this id does not exist.
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return brokerage;
  });
}
