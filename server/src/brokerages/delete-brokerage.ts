import { recordChange } from "../audit/index.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit, inTransaction } from "../platform/database/database.ts";
import { forgetRecord } from "../record-search/index.ts";
import type { Message } from "./brokerages.schemas.ts";
import type { UsesBrokerages } from "./services.ts";
import { lockBrokerage } from "./visible-brokerage.ts";

/**
 * Disables a brokerage (SPEC: Brokerages, soft delete): its domains stop resolving at once, and only admins still see
 * it. Its slug and its domains stay taken, so that an update with `disabled_at: null` can restore it. Its agents stay
 * in the index; agent search filters them out meanwhile.
 *
 * @throws AppError 404 `Brokerage not found`, also for one that is disabled already.
 */
export async function deleteBrokerage(
  ctx: Context<UsesBrokerages>,
  input: { brokerage_id: number },
): Promise<Message> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockBrokerage(ctx, input.brokerage_id);
    const now = ctx.clock.now();
    await ctx.db
      .updateTable("brokerages")
      .set({ disabled_at: now, updated_at: now })
      .where("id", "=", before.id)
      .execute();
    await forgetWithContacts(ctx, before.id);
    await recordChange(ctx, {
      action: "delete",
      targetType: "brokerage",
      targetId: before.id,
      brokerageId: before.id,
      before,
      after: { disabled_at: now },
    });
    afterCommit(ctx, () => ctx.brokerages.tenants.forget());
    return { message: "Brokerage deleted" };
  });
}

async function forgetWithContacts(ctx: Context, brokerageId: number): Promise<void> {
  await forgetRecord(ctx, { kind: "brokerage", id: brokerageId });
  const contacts = await ctx.db
    .selectFrom("broker_contacts")
    .select("id")
    .where("brokerage_id", "=", brokerageId)
    .execute();
  for (const { id } of contacts) await forgetRecord(ctx, { kind: "broker_contact", id });
}
