import type { Assignee } from "../agents/index.ts";
import type { LeadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import type { Candidate } from "./candidates.ts";
import { chooseAgent, type RoutingRequest } from "./choose-agent.ts";
import { storeDecision } from "./decisions.ts";

export type LeadToRoute = RoutingRequest & { leadId: number };

/**
 * Routes a lead by the strategy of its brokerage, and stores the decision with all candidates. Call it in the transaction that
 * assigns the lead: the routing lock is held until its end, so that turns are sequential across processes.
 *
 * @returns null without an eligible agent.
 */
export async function routeLead(ctx: Context, { leadId, ...request }: LeadToRoute): Promise<Assignee | null> {
  const { agent, storeDecision } = await routeNewLead(ctx, request);
  await storeDecision(leadId);
  return agent;
}

export type RoutedNewLead = { agent: Assignee | null; storeDecision: (leadId: number) => Promise<void> };

/**
 * As `routeLead`, for a lead that is stored after its agent is chosen, so that its row is written once. The caller stores the decision
 * in the same transaction.
 */
export async function routeNewLead(ctx: Context, request: RoutingRequest): Promise<RoutedNewLead> {
  const { chosen, candidates, settings, turn } = await chooseAgent(ctx, request);
  const { routing_strategy: strategy } = settings;
  const decision = {
    brokerage_id: request.brokerageId,
    strategy,
    used_strategy: chosen?.by ?? strategy,
    agent_id: chosen?.agent.id ?? null,
    candidates: candidates.map(presentCandidate),
    decided_at: ctx.clock.now(),
    turn,
  };
  return {
    agent: chosen && assignee(chosen.agent, settings),
    storeDecision: (leadId) => storeDecision(ctx, { lead_id: leadId, ...decision }),
  };
}

/**
 * Takes an agent's turn without a lead, for a reply that must not reveal whether a lead was routed. The chosen agent loses the
 * turn as with a real lead, but gets no lead and no mail, and no decision is stored.
 */
export async function chooseAgentWithoutLead(
  ctx: Context,
  request: RoutingRequest,
): Promise<Assignee | null> {
  const { chosen, settings } = await chooseAgent(ctx, request);
  return chosen && assignee(chosen.agent, settings);
}

/** The agent as assignee, with the brokerage's time zone by default. */
function assignee({ id, name, email, phone, time_zone }: Candidate, settings: LeadSettings): Assignee {
  return { id, name, email, phone, time_zone: time_zone ?? settings.time_zone };
}

function presentCandidate({ id, name, eligible, reason }: Candidate) {
  return { agent_id: id, name, eligible, reason };
}
