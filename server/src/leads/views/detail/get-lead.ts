import type { ActorContext } from "../../../platform/context.ts";
import { markViewed } from "../../intake/registration/mark-viewed.ts";
import { visibleLead } from "../../lead-scope.ts";
import type { LeadDetail, LeadParams } from "../../leads.schemas.ts";
import { presentDetail } from "../present-lead.ts";

/**
 * Reads one lead. When its agent opens an assigned registration, its status becomes `contacted` (SPEC: Lead, Registration lead
 * status).
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function getLead(ctx: ActorContext, { lead_id }: LeadParams): Promise<LeadDetail> {
  return presentDetail(ctx, await markViewed(ctx, await visibleLead(ctx, lead_id)));
}
