import { agentCard } from "../agents/index.ts";
import { recordChange } from "../audit/index.ts";
import { lockBrokerage } from "../brokerages/index.ts";
import { changedFields } from "../platform/changed-fields.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { LeadSettings, UpdateLeadSettingsBody } from "./lead-settings.schemas.ts";
import { leadSettings, settingNames } from "./lead-settings.ts";

/**
 * Changes the given settings; the others keep their values or defaults (decisions.md: Lead settings).
 *
 * @throws AppError 404 `Brokerage not found`; 422 when the primary agent is not active in the brokerage.
 */
export async function updateLeadSettings(
  ctx: Context,
  input: { brokerage_id: number } & UpdateLeadSettingsBody,
): Promise<LeadSettings> {
  return inTransaction(ctx, async (ctx) => {
    // Locks the brokerage, so that concurrent partial changes do not overwrite each other.
    const { id: brokerage_id } = await lockBrokerage(ctx, input.brokerage_id);
    const before = await leadSettings(ctx.db, brokerage_id);
    const changed = changedFields(before, given(input));
    if (input.primary_agent_id != null) await requireAgent(ctx, brokerage_id, input.primary_agent_id);
    if (Object.keys(changed).length === 0) return before;

    const after = { ...before, ...changed };
    const stored = { ...after, updated_at: ctx.clock.now() };
    await ctx.db
      .insertInto("lead_settings")
      .values({ brokerage_id, ...stored })
      .onConflict((conflict) => conflict.column("brokerage_id").doUpdateSet(stored))
      .execute();
    await recordChange(ctx, {
      action: "update",
      targetType: "lead_settings",
      targetId: brokerage_id,
      brokerageId: brokerage_id,
      before,
      after,
    });
    return leadSettings(ctx.db, brokerage_id);
  });
}

function given(input: UpdateLeadSettingsBody): UpdateLeadSettingsBody {
  return Object.fromEntries(
    settingNames.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
}

async function requireAgent(ctx: Context, brokerageId: number, agentId: number): Promise<void> {
  if (await agentCard(ctx.db, { brokerageId, agentId })) return;
  throw new AppError("invalid", [
    {
      loc: ["body", "primary_agent_id"],
      msg: "primary_agent_id must be an active agent of the brokerage",
      type: "value_error",
    },
  ]);
}
