import { recordChange } from "../../../audit/index.ts";
import type { ActorContext } from "../../../platform/context.ts";
import { assignAgent } from "../../assignment/assign-agent.ts";
import { requireAssignableAgent } from "../../intake/create-manual-lead.ts";
import { auditView, type LeadRow } from "../../lead-row.ts";

/**
 * Assigns a locked lead on request of staff, with its audit row. The current agent is not checked: they may have become inactive since.
 *
 * @throws AppError 400 when the agent is not active in the lead's brokerage.
 */
export async function assignLead(
  ctx: ActorContext,
  lead: LeadRow,
  { agentId, note }: { agentId: number | null; note: string | null },
): Promise<LeadRow> {
  if (agentId === lead.assigned_agent_id) return lead;
  const agent = agentId === null ? null : await requireAssignableAgent(ctx, lead.brokerage_id, agentId);
  const after = await assignAgent(ctx, lead, agent, { note });
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: auditView(lead),
    after: auditView(after),
  });
  return after;
}
