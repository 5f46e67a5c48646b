import { recordChange } from "../../../audit/index.ts";
import { changedFields } from "../../../platform/changed-fields.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { assignAgent } from "../../assignment/assign-agent.ts";
import { auditView } from "../../audit-view.ts";
import { requireAssignable } from "../../intake/create-manual-lead.ts";
import type { LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadDetail, LeadParams } from "../../leads.schemas.ts";
import type { UpdateLeadBody } from "../list/records.schemas.ts";
import { presentDetail } from "../present-lead.ts";
import { editedColumns, refuseStageChange } from "./lead-edits.ts";

/**
 * Assigns a lead, and keeps notes and corrections (SPEC: Leads, tours, newsletter). What the body leaves out stays as it
 * is. Whoever hands their own lead on reads it a last time.
 *
 * @throws AppError 404 `Lead not found`; 409 for another status or stage, for another pipeline_type after CONTACTING, and
 *   for a registration_status that is not next; 400 when the agent is no active one of the lead's brokerage.
 */
export async function updateLead(
  ctx: ActorContext,
  { lead_id, ...input }: LeadParams & UpdateLeadBody,
): Promise<LeadDetail> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLead(ctx, lead_id);
    refuseStageChange(before, input);
    const columns = changedFields(before, editedColumns(before, input));
    const agent = await chosenAgent(ctx, before, input.assigned_agent_id);
    const edited = Object.keys(columns).length === 0 ? before : await store(ctx, before, columns);
    const note = input.reassign_reason || null;
    const after = agent === undefined ? edited : await assignAgent(ctx, edited, agent, { note });
    await recordChange(ctx, {
      action: "update",
      targetType: "lead",
      targetId: lead_id,
      brokerageId: after.brokerage_id,
      before: auditView(before),
      after: auditView(after),
    });
    return presentDetail(ctx, after);
  });
}

/** Undefined: no change. An agent that has the lead may have become inactive since. */
async function chosenAgent(ctx: ActorContext, lead: LeadRow, agentId: number | null | undefined) {
  if (agentId === undefined || agentId === lead.assigned_agent_id) return undefined;
  return agentId === null ? null : requireAssignable(ctx, lead.brokerage_id, agentId);
}

async function store(ctx: ActorContext, { id }: LeadRow, columns: Partial<LeadRow>): Promise<LeadRow> {
  return (await ctx.db
    .updateTable("leads")
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
}
