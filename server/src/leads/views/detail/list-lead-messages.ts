import { type LeadMessage, messagesAbout } from "../../../messages/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { visibleLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";

/**
 * Every email, text and push to a lead, and to staff about it, oldest first, without their texts (decisions.md: Messages).
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function listLeadMessages(
  ctx: ActorContext,
  { lead_id }: LeadParams,
): Promise<{ items: LeadMessage[] }> {
  const lead = await visibleLead(ctx, lead_id);
  return { items: await messagesAbout(ctx.db, lead.id) };
}
