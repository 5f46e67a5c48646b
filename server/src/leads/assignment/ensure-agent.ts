import { lockForLead } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { routeLead } from "../../routing/index.ts";
import type { LeadRow } from "../lead-row.ts";
import { assignAgent } from "./assign-agent.ts";

/**
 * Routes a re-engaged lead again when it has no agent, or one who can no longer receive leads (SPEC: Canonical pipeline
 * stage, lead_re_engaged). Without a candidate the assignment stays. Call it in a transaction with the lead locked.
 */
export async function ensureAgent(ctx: Context, lead: LeadRow): Promise<LeadRow> {
  const previous = lead.assigned_agent_id;
  if (previous !== null && (await lockForLead(ctx.db, previous))) return lead;
  const agent = await routeLead(ctx, { brokerageId: lead.brokerage_id, leadId: lead.id });
  if (!agent) return lead;
  const assigned = await assignAgent(ctx, lead, agent, {
    payload: { reason: previous === null ? "no_agent" : "agent_unavailable" },
  });
  await recordChange(ctx, {
    action: "update",
    targetType: "lead",
    targetId: lead.id,
    brokerageId: lead.brokerage_id,
    before: { assigned_agent_id: previous },
    after: { assigned_agent_id: agent.id },
  });
  return assigned;
}
