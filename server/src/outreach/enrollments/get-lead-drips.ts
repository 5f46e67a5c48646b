import { isEnabledBrokerage } from "../../brokerages/index.ts";
import { enrollmentsOfLead, joinableSequences } from "../../drips/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import { visibleLead } from "../../leads/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { LeadDrips, LeadParams } from "../outreach.schemas.ts";
import { presentEnrollments } from "./present-enrollments.ts";

/**
 * The current and past enrollments of a lead, and the sequences in which it can be enrolled, for the lead's page
 * (SPEC: Leads). In a disabled brokerage, whose leads admins still read, there are none of the latter.
 *
 * @throws AppError 404 `Lead not found`.
 */
export async function getLeadDrips(ctx: ActorContext, { lead_id }: LeadParams): Promise<LeadDrips> {
  const { id, brokerage_id, pipeline_type } = await visibleLead(ctx, lead_id);
  const enrollments = await presentEnrollments(ctx.db, await enrollmentsOfLead(ctx.db, id));
  if (!(await isEnabledBrokerage(ctx.db, brokerage_id))) {
    return { enrollments, available_sequences: [], can_manage: false };
  }
  const { enforce_pipeline_type } = await leadSettings(ctx.db, brokerage_id);
  const available_sequences = await joinableSequences(ctx.db, {
    brokerageId: brokerage_id,
    leadId: id,
    onlyPipeline: enforce_pipeline_type ? pipeline_type : null,
  });
  return { enrollments, available_sequences, can_manage: ctx.actor.role !== "agent" };
}
