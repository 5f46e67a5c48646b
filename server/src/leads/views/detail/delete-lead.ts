import { recordChange } from "../../../audit/index.ts";
import { eraseEnrollments } from "../../../drips/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockSessionsOfLead } from "../../../visitors/index.ts";
import { deleteLeadDeliveries } from "../../../webhooks/index.ts";
import { auditView } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";
import type { LeadDeleted } from "../records.schemas.ts";

/**
 * Deletes a lead with its timeline, signals, flags, tours, drips and webhook deliveries (SPEC: Lead records are kept until
 * deleted by the brokerage).
 *
 * @throws AppError 404 `Lead not found`, also the second time.
 */
export async function deleteLead(ctx: ActorContext, { lead_id }: LeadParams): Promise<LeadDeleted> {
  return inTransaction(ctx, async (ctx) => {
    await lockSessionsOfLead(ctx, lead_id);
    const lead = await lockLead(ctx, lead_id);
    await eraseEnrollments(ctx, [lead_id]);
    await deleteLeadDeliveries(ctx, lead);
    await ctx.db.deleteFrom("leads").where("id", "=", lead_id).execute();
    await recordChange(ctx, {
      action: "delete",
      targetType: "lead",
      targetId: lead_id,
      brokerageId: lead.brokerage_id,
      before: auditView(lead),
    });
    return { message: "Lead deleted" };
  });
}
