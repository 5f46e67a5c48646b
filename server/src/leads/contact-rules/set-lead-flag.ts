import { dropLeadMail } from "../../messages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { lockLead } from "../lead-scope.ts";
import { type FlagInput, presentFlag, raiseFlag, requireFlag } from "./flag-settings.ts";
import type { FlagSetting } from "./flags.schemas.ts";
import { mayReceive } from "./may-receive.ts";

/**
 * Sets a flag of a lead. One that is active stays as it was set: its first reason stands until it is cleared. Mail that it
 * forbids and that has not left yet does not leave any more.
 *
 * @throws AppError 404 `Lead not found`, or for an unknown flag.
 */
export async function setLeadFlag(ctx: ActorContext, input: FlagInput): Promise<FlagSetting> {
  const flag = requireFlag(input.flag);
  const reason = input.reason || null;
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, input.lead_id);
    const { setting, isNew } = await raiseFlag(ctx, lead, { flag, reason, by: ctx.actor.name });
    if (!isNew) return presentFlag(setting);
    const { email } = mayReceive([flag], lead);
    if (!email.allowed) await dropLeadMail(ctx, lead.id, email.reason ?? flag);
    return presentFlag(setting);
  });
}
