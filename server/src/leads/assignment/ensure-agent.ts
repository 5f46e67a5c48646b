import { holdForLead } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { Context } from "../../platform/context.ts";
import { routeLead } from "../../routing/index.ts";
import type { LeadRow } from "../lead-row.ts";
import { assignAgent } from "./assign-agent.ts";

/**
 * A lead that is taken up again is routed again when its own can no longer receive leads, or it has none
 * (SPEC: Canonical pipeline stage, lead_re_engaged). When nobody can, it keeps what it has. Call it in a transaction, with
 * the lead locked.
 */
export async function ensureAgent(ctx: Context, lead: LeadRow): Promise<LeadRow> {
  const previous = lead.assigned_agent_id;
  if (previous !== null && (await holdForLead(ctx.db, previous))) return lead;
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
