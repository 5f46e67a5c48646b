import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { lockLead } from "../lead-scope.ts";
import { activeSetting, clearFlag, type FlagInput, parseFlag } from "./flag-settings.ts";
import type { FlagCleared } from "./flags.schemas.ts";

/**
 * Clears a flag of a lead. The row stays and records who cleared it and why.
 *
 * @throws AppError 404 `Lead not found`, for an unknown flag, or for one that is not set.
 */
export async function clearLeadFlag(ctx: ActorContext, input: FlagInput): Promise<FlagCleared> {
  const flag = parseFlag(input.flag);
  const reason = input.reason || null;
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, input.lead_id);
    const active = await activeSetting(ctx, lead.id, flag);
    if (!active) throw new AppError("not_found", `Flag ${flag} is not set`);
    await clearFlag(ctx, lead, active, { flag, reason, by: ctx.actor.name });
    return { message: `Flag ${flag} cleared` };
  });
}
