import type { Assignee } from "../../agents/index.ts";
import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { type RoutedNewLead, type RoutingRequest, routeLead, routeNewLead } from "../../routing/index.ts";
import type { Visit } from "../../visitors/index.ts";
import type { LeadRow } from "../lead-row.ts";
import { system } from "../lifecycle/record-event.ts";
import { assignAgent } from "./assign-agent.ts";

/** A lead and its current agent. */
export type AssignedLead = { lead: LeadRow; agent: Assignee | null };

/** The agent of a lead that is not stored yet, and why. */
export type FirstAssignment = {
  agent: Assignee | null;
  /** In the payload of the timeline row. */
  reason: "routed" | "same_email_within_a_day";
  /** Stores the decision, if the lead was routed. */
  storeDecision?: RoutedNewLead["storeDecision"];
};

/**
 * Chooses the agent of a new lead by the strategy of its brokerage; without a candidate it is not assigned. Call it late in the
 * transaction, right before the lead is stored: the routing lock of the brokerage is held until the commit.
 */
export async function chooseFirstAgent(
  ctx: Context,
  brokerageId: number,
  visit: Visit,
  settings: LeadSettings,
): Promise<FirstAssignment> {
  const routed = await routeNewLead(ctx, { brokerageId, ...routingWishes(visit), settings });
  return { ...routed, reason: "routed" };
}

/** Routes a lead that had no candidate when it arrived. Takes the routing lock, like `routeNewLead`. */
export async function routeUnassignedLead(ctx: Context, lead: LeadRow, visit: Visit): Promise<AssignedLead> {
  const { id: leadId, brokerage_id: brokerageId } = lead;
  const agent = await routeLead(ctx, { leadId, brokerageId, ...routingWishes(visit) });
  if (!agent) return { lead, agent };
  const options = { actor: system, payload: { reason: "routed" } };
  return { lead: await assignAgent(ctx, lead, agent, options), agent };
}

/** The preferences and the chosen agent of a visit. */
function routingWishes({ wanted, agentId }: Visit): Pick<RoutingRequest, "preferences" | "chosenAgentId"> {
  return { preferences: wanted, chosenAgentId: agentId };
}
