import { dropLeadMail } from "../../messages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import { type FlagInput, parseFlag, presentFlag, setFlag } from "./flag-settings.ts";
import type { FlagSetting } from "./flags.schemas.ts";
import { mayReceive } from "./may-receive.ts";

/**
 * Sets a flag of a lead. An active flag keeps its first reason until it is cleared. Pending mail that the flag forbids is
 * dropped.
 *
 * @throws AppError 404 `Lead not found`, or for an unknown flag.
 */
export async function setLeadFlag(ctx: ActorContext, input: FlagInput): Promise<FlagSetting> {
  const flag = parseFlag(input.flag);
  const reason = input.reason || null;
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, input.lead_id);
    const { setting, isNew } = await setFlag(ctx, lead, { flag, reason, by: ctx.actor.name });
    if (!isNew) return presentFlag(setting);
    const { email } = mayReceive([flag], lead);
    if (!email.allowed) await dropLeadMail(ctx, lead.id, email.reason ?? flag);
    return presentFlag(setting);
  });
}
