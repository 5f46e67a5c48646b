import type { ActorContext } from "../../context.ts";
import { visibleLead } from "../lead-scope.ts";
import type { LeadDetail, LeadParams } from "../leads.schemas.ts";
import { presentDetail } from "../present-lead.ts";

/**
 * Everything about one lead (SPEC: Lead; decisions.md: Leads).
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function getLead(ctx: ActorContext, { lead_id }: LeadParams): Promise<LeadDetail> {
  return presentDetail(ctx, await visibleLead(ctx, lead_id));
}
