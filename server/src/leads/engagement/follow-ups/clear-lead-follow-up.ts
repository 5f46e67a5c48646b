import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockLead } from "../../lead-scope.ts";
import type { ClearedFollowUp, LeadParams } from "../../leads.schemas.ts";
import { changeFollowUp, noFollowUp } from "./change-follow-up.ts";

/**
 * Clears the next follow-up, whether an agent or the default booked it.
 *
 * @throws AppError 404 `Lead not found`, or `No follow-up`.
 */
export async function clearLeadFollowUp(
  ctx: ActorContext,
  { lead_id }: LeadParams,
): Promise<ClearedFollowUp> {
  return inTransaction(ctx, async (ctx) => {
    const lead = await lockLead(ctx, lead_id);
    if (lead.follow_up_due_at === null) throw new AppError("not_found", "No follow-up");
    await changeFollowUp(ctx, lead, noFollowUp);
    return { message: "Follow-up cleared" };
  });
}
