import { recordChange } from "../audit/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { forgetRecord } from "../record-search/index.ts";
import type { DeletedAgent } from "./agents.schemas.ts";
import { lockAgent } from "./visible-agents.ts";

/**
 * Disables an agent: it is removed from lists, public pages, search and lead routing. Its slug stays taken, and an
 * update with `disabled_at: null` restores it.
 *
 * @throws AppError 404 `Agent not found`, also for one that is disabled already.
 */
export async function deleteAgent(ctx: Context, { agent_id }: { agent_id: number }): Promise<DeletedAgent> {
  await inTransaction(ctx, async (ctx) => {
    const before = await lockAgent(ctx, agent_id);
    const now = ctx.clock.now();
    await ctx.db
      .updateTable("agents")
      .set({ disabled_at: now, updated_at: now })
      .where("id", "=", agent_id)
      .execute();
    await recordChange(ctx, {
      action: "delete",
      targetType: "agent",
      targetId: agent_id,
      brokerageId: before.brokerage_id,
      before,
      after: { disabled_at: now },
    });
    await forgetRecord(ctx, { kind: "agent", id: agent_id });
  });
  return { message: "Agent deleted", id: agent_id };
}
