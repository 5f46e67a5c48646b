import type { Assignee } from "../../agents/index.ts";
import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { type LeadToRoute, routeLead } from "../../routing/index.ts";
import type { Visit } from "../../visitors/index.ts";
import type { LeadRow } from "../lead-row.ts";
import { system } from "../lifecycle/record-event.ts";
import { assignAgent } from "./assign-agent.ts";

/** A lead and its current agent. */
export type AssignedLead = { lead: LeadRow; agent: Assignee | null };

/**
 * Routes a new lead by the strategy of its brokerage; without a candidate it stays unassigned. Call it late in the
 * transaction: the routing lock of the brokerage is held until the commit.
 */
export async function routeNewLead(
  ctx: Context,
  lead: LeadRow,
  visit: Visit,
  settings: LeadSettings,
): Promise<AssignedLead> {
  const agent = await routeLead(ctx, { ...routingRequest(lead, visit), settings });
  return agent ? assignNewLead(ctx, lead, agent, "routed") : { lead, agent };
}

/** Routes a lead that had no candidate when it arrived. Takes the routing lock, like `routeNewLead`. */
export async function routeUnassignedLead(ctx: Context, lead: LeadRow, visit: Visit): Promise<AssignedLead> {
  const agent = await routeLead(ctx, routingRequest(lead, visit));
  if (!agent) return { lead, agent };
  const options = { actor: system, payload: { reason: "routed" } };
  return { lead: await assignAgent(ctx, lead, agent, options), agent };
}

/** The routing request of a lead, with the preferences and the chosen agent of its visit. */
function routingRequest({ id, brokerage_id: brokerageId }: LeadRow, { wanted, agentId }: Visit): LeadToRoute {
  return { brokerageId, leadId: id, preferences: wanted, chosenAgentId: agentId };
}

/** Assigns the first agent of a new lead. `reason` goes to the payload of the timeline row. */
export async function assignNewLead(
  ctx: Context,
  lead: LeadRow,
  agent: Assignee,
  reason: string,
): Promise<AssignedLead> {
  const options = { actor: system, payload: { reason }, isFirst: true };
  return { lead: await assignAgent(ctx, lead, agent, options), agent };
}
