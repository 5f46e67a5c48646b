import { claimForLeads, type RoutableAgent, routableAgents } from "../agents/index.ts";
import { type LeadSettings, leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
import { batched } from "../platform/database/batched.ts";
import type { MatchCriteria } from "../visitors/index.ts";
import { type Candidate, evaluateCandidates } from "./candidates.ts";
import { lockRouting } from "./lock-routing.ts";
import { semanticMatch } from "./strategies/semantic-match.ts";
import {
  byLeastRecentLead,
  leastRecentlyAssigned,
  type Ranked,
  type RankingInput,
  type Strategy,
  type StrategyName,
} from "./strategies/strategy.ts";
import { weighted } from "./strategies/weighted.ts";

/** The input of a routing decision. */
export type RoutingRequest = {
  brokerageId: number;
  /** The visitor's preferences, if their confidence suffices. */
  preferences?: MatchCriteria | null;
  /** The agent whom the visitor has chosen; takes precedence over the strategy, if eligible. */
  chosenAgentId?: number | null;
  /** Excluded agents, who had the lead before. */
  except?: readonly number[];
  /** The brokerage's settings, if the caller has read them in this transaction. */
  settings?: LeadSettings;
};

export type Choice = {
  chosen: Ranked | null;
  /** All eligible agents in the order in which they would get the lead: the next one when those before cannot. */
  ranked: Ranked[];
  candidates: Candidate[];
  settings: LeadSettings;
  /** Ascends with the choices of this process: decisions are stored in the order in which they were made. */
  turn: number;
};

let turns = 0;

/**
 * Chooses an agent by the strategy of the brokerage, and counts it as the agent's turn. Holds the routing lock of the brokerage
 * until the transaction ends. The requests of a group (`inGroupTransaction`) get their agents in turn under one lock.
 */
export const chooseAgent = batched(chooseAgents);

async function chooseAgents(ctx: Context, requests: RoutingRequest[]): Promise<Choice[]> {
  const choices = new Map<RoutingRequest, Choice>();
  for (const [brokerageId, ofBrokerage] of Map.groupBy(requests, (each) => each.brokerageId)) {
    const settings = ofBrokerage[0]?.settings ?? (await leadSettings(ctx.db, brokerageId));
    const agents = await lockRouting(ctx.db, brokerageId, () => routableAgents(ctx.db, brokerageId));
    const rotation = { ctx, brokerageId, settings, agents, unavailable: new Set<number>() };
    // A strategy with records of its own reads them before each choice.
    const isRecorded = strategies[settings.routing_strategy].onAssigned !== undefined;
    for (const each of isRecorded ? ofBrokerage.map((one) => [one]) : [ofBrokerage])
      await chooseForAll(rotation, each, choices);
  }
  return requests.map((request) => choices.get(request) as Choice);
}

type Rotation = Pick<RankingInput, "ctx" | "brokerageId" | "settings"> & {
  agents: RoutableAgent[];
  /** Agents who could not be claimed. */
  unavailable: Set<number>;
};

/** An agent who went on vacation since the query cannot be claimed: their requests are decided again, without them. */
async function chooseForAll(
  rotation: Rotation,
  requests: readonly RoutingRequest[],
  choices: Map<RoutingRequest, Choice>,
): Promise<void> {
  for (let open = requests; open.length > 0; ) {
    const claims: { request: RoutingRequest; agent: Candidate }[] = [];
    for (const request of open) {
      const choice = await choose(rotation, request);
      choices.set(request, choice);
      if (choice.chosen) claims.push({ request, agent: choice.chosen.agent });
    }
    const claimed = await claim(rotation, claims);
    const unclaimed = claims.filter(({ agent }) => !claimed.has(agent.id));
    for (const { agent } of unclaimed) rotation.unavailable.add(agent.id);
    open = unclaimed.map(({ request }) => request);
  }
}

async function choose(
  { agents, unavailable, ...input }: Rotation,
  { preferences = null, chosenAgentId = null, except = [] }: RoutingRequest,
): Promise<Choice> {
  const { settings } = input;
  const strategy = settings.routing_strategy;
  const candidates = evaluateCandidates(agents, { strategy, except, unavailable });
  const eligible = candidates.filter((each) => each.eligible);
  if (eligible.length === 0) return { chosen: null, ranked: [], candidates, settings, turn: ++turns };
  const byStrategy = await strategies[strategy].rank({ ...input, preferences, eligible });
  const requested = eligible.find(({ id }) => id === chosenAgentId);
  const ranked: Ranked[] = requested
    ? [{ agent: requested, by: "visitor_choice" }, ...byStrategy.filter(({ agent }) => agent !== requested)]
    : byStrategy;
  const chosen = ranked[0] ?? null;
  if (chosen) markAssigned(agents, chosen.agent.id);
  return { chosen, ranked, candidates, settings, turn: ++turns };
}

/** Makes the agent the last in turn for the next request. */
function markAssigned(agents: RoutableAgent[], agentId: number): void {
  const latest = Math.max(...agents.map(({ lastAssignedMicros }) => lastAssignedMicros));
  for (const agent of agents) if (agent.id === agentId) agent.lastAssignedMicros = latest + 1;
}

async function claim(rotation: Rotation, claims: readonly { agent: Candidate }[]): Promise<Set<number>> {
  if (claims.length === 0) return new Set();
  const { ctx, settings } = rotation;
  const { onAssigned } = strategies[settings.routing_strategy];
  const claimed = await claimForLeads(ctx.db, {
    agentIds: claims.map(({ agent }) => agent.id),
    at: ctx.clock.now(),
    leastWeight: settings.routing_strategy === "weighted" ? 1 : 0,
  });
  for (const { agent } of claims) if (claimed.has(agent.id)) await onAssigned?.(rotation, agent);
  return claimed;
}

/** The brokerage's primary agent; if not eligible, the least recently assigned agent (SPEC: Agent routing strategies, 3). */
const primaryAgent: Strategy = {
  async rank({ eligible, settings }) {
    const primary = eligible.find(({ id }) => id === settings.primary_agent_id);
    if (!primary) return byLeastRecentLead(eligible);
    const first: Ranked = { agent: primary, by: "primary_agent" };
    return [first, ...byLeastRecentLead(eligible.filter((each) => each !== primary))];
  },
};

/** The routing strategies of a brokerage (SPEC: Agent routing strategies). */
export const strategies: Record<StrategyName, Strategy> = {
  least_recently_assigned: leastRecentlyAssigned,
  weighted,
  primary_agent: primaryAgent,
  semantic_match: semanticMatch,
};
