import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { latestDecision, type RoutingDecision } from "../../routing/index.ts";
import { visibleLead } from "../lead-scope.ts";
import type { LeadParams } from "../leads.schemas.ts";

/**
 * The latest routing decision of a lead (decisions.md: Registration).
 *
 * @throws AppError 404 `Lead not found`, or when it was never routed.
 */
export async function getLeadRouting(ctx: ActorContext, { lead_id }: LeadParams): Promise<RoutingDecision> {
  const lead = await visibleLead(ctx, lead_id);
  const decision = await latestDecision(ctx.db, lead.id);
  if (!decision) throw new AppError("not_found", "This lead was never routed");
  return decision;
}
