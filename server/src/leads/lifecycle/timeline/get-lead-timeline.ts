import type { ActorContext } from "../../../platform/context.ts";
import { visibleLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";
import { presentTimeline } from "./present-timeline.ts";
import type { Timeline } from "./timeline.schemas.ts";

/**
 * The timeline of a lead, oldest first, and the events that are legal now (SPEC: Lead lifecycle timeline).
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function getLeadTimeline(ctx: ActorContext, { lead_id }: LeadParams): Promise<Timeline> {
  return presentTimeline(ctx, await visibleLead(ctx, lead_id));
}
