import type { Assignee } from "../../agents/index.ts";
import type { Context } from "../../platform/context.ts";
import { type LeadToRoute, routeLead } from "../../routing/index.ts";
import type { Visit } from "../../visitors/index.ts";
import type { LeadRow } from "../lead-row.ts";
import { system } from "../lifecycle/record-event.ts";
import { assignAgent } from "./assign-agent.ts";

/** A lead, and who has it now. */
export type AssignedLead = { lead: LeadRow; agent: Assignee | null };

/**
 * A lead that has just arrived goes to the agent whom its brokerage's strategy chooses; to nobody while nobody may get any.
 * Call it late in the transaction: until that ends, the brokerage's other leads wait for their turn.
 */
export async function routeNewLead(ctx: Context, lead: LeadRow, visit: Visit): Promise<AssignedLead> {
  const agent = await routeLead(ctx, routed(lead, visit));
  return agent ? assignNewLead(ctx, lead, agent, "routed") : { lead, agent };
}

/** A lead that nobody could get when it came is routed again; the same as for a new one holds. */
export async function routeUnclaimedLead(ctx: Context, lead: LeadRow, visit: Visit): Promise<AssignedLead> {
  const agent = await routeLead(ctx, routed(lead, visit));
  if (!agent) return { lead, agent };
  const options = { actor: system, payload: { reason: "routed" } };
  return { lead: await assignAgent(ctx, lead, agent, options), agent };
}

/** The lead with what its person's visits say of who suits them. */
function routed({ id, brokerage_id: brokerageId }: LeadRow, { wanted, agentId }: Visit): LeadToRoute {
  return { brokerageId, leadId: id, preferences: wanted, chosenAgentId: agentId };
}

/** Gives a lead that has just arrived its first agent. `reason` stands in the payload of the timeline row. */
export async function assignNewLead(
  ctx: Context,
  lead: LeadRow,
  agent: Assignee,
  reason: string,
): Promise<AssignedLead> {
  const options = { actor: system, payload: { reason }, isFirst: true };
  return { lead: await assignAgent(ctx, lead, agent, options), agent };
}
