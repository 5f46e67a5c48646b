import { recordChange } from "../../../audit/index.ts";
import { changedFields } from "../../../platform/changed-fields.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { assignAgent } from "../../assignment/assign-agent.ts";
import { requireAssignableAgent } from "../../intake/create-manual-lead.ts";
import { auditView, type LeadRow } from "../../lead-row.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadDetail, LeadParams } from "../../leads.schemas.ts";
import { presentDetail } from "../present-lead.ts";
import type { UpdateLeadBody } from "../records.schemas.ts";
import { assertStageUnchanged, editedColumns } from "./lead-edits.ts";

/**
 * Assigns a lead, and stores notes and corrections (SPEC: Leads, tours, newsletter). Absent fields stay unchanged. An agent
 * who reassigns their own lead still gets it in the reply.
 *
 * @throws AppError 404 `Lead not found`; 409 for another status or stage, another pipeline_type after CONTACTING, or an
 *   illegal registration_status; 400 when the agent is not active in the lead's brokerage.
 */
export async function updateLead(
  ctx: ActorContext,
  { lead_id, ...input }: LeadParams & UpdateLeadBody,
): Promise<LeadDetail> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockLead(ctx, lead_id);
    assertStageUnchanged(before, input);
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

/** Undefined: no change. The current agent is not checked: they may have become inactive since. */
async function chosenAgent(ctx: ActorContext, lead: LeadRow, agentId: number | null | undefined) {
  if (agentId === undefined || agentId === lead.assigned_agent_id) return undefined;
  return agentId === null ? null : requireAssignableAgent(ctx, lead.brokerage_id, agentId);
}

async function store(ctx: ActorContext, { id }: LeadRow, columns: Partial<LeadRow>): Promise<LeadRow> {
  return (await ctx.db
    .updateTable("leads")
    .set({ ...columns, updated_at: ctx.clock.now() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LeadRow;
}
