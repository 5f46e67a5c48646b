import { recordChange } from "../audit/index.ts";
import { brokerageSummary } from "../brokerages/index.ts";
import type { UsesModels } from "../models/index.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { changedColumns, noChanges, rejectTakenSlug } from "./agent-changes.ts";
import type { PutAgentBody } from "./agent-inputs.schemas.ts";
import { agentColumns, linksOf, presentAgent } from "./agent-row.ts";
import type { Agent } from "./agents.schemas.ts";
import { indexAgent } from "./index-agent.ts";
import { discardPhoto } from "./photo/photo-files.ts";
import { lockAgent, lockToRestore, requireEnabledBrokerage } from "./visible-agents.ts";

/**
 * The only code path that changes an agent, for edits by a broker, by the agent and by a photo upload. Absent fields
 * are kept, and the brokerage never changes. `disabled_at: null` from an admin restores a disabled agent.
 *
 * @throws AppError 404 `Agent not found`; 400 `Agent with slug '<slug>' already exists`.
 */
export async function changeAgent(
  ctx: Context<UsesModels>,
  agentId: number,
  changes: PutAgentBody,
): Promise<Agent> {
  return inTransaction(ctx, async (ctx) => {
    const lock = changes.disabled_at === null ? lockToRestore : lockAgent;
    const before = await lock(ctx, agentId);
    await requireEnabledBrokerage(ctx.db, before);
    const brokerage = await brokerageSummary(ctx.db, before.brokerage_id);
    const columns = changedFields(
      { ...before, social_links: linksOf(before) },
      { ...changedColumns(ctx, changes, before), ...(before.disabled_at && { disabled_at: null }) },
    );
    if (noChanges(columns)) return presentAgent(ctx, before, brokerage);

    const updating = ctx.db
      .updateTable("agents")
      .set({
        ...columns,
        // A later START only undoes a STOP, not an opt-out that staff have set here.
        ...("sms_opt_out" in columns && { sms_opt_out_by_text: false }),
        updated_at: ctx.clock.now(),
      })
      .where("id", "=", agentId)
      .returning(agentColumns)
      .executeTakeFirstOrThrow();
    const after = await rejectTakenSlug(changes.slug, updating);
    await recordChange(ctx, {
      action: "update",
      targetType: "agent",
      targetId: agentId,
      brokerageId: before.brokerage_id,
      before,
      after,
    });
    await indexAgent(ctx, after);
    if (after.photo_url !== before.photo_url) await discardPhoto(ctx, before.photo_url);
    return presentAgent(ctx, after, brokerage);
  });
}
