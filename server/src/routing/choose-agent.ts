import { claimForLead, routableAgents } from "../agents/index.ts";
import { type LeadSettings, leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
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

export type Choice = { chosen: Ranked | null; candidates: Candidate[]; settings: LeadSettings };

/**
 * Chooses an agent by the strategy of the brokerage, and counts it as the agent's turn. Holds the routing lock of the brokerage
 * until the transaction ends.
 */
export async function chooseAgent(ctx: Context, request: RoutingRequest): Promise<Choice> {
  const { brokerageId, preferences = null, chosenAgentId = null, except = [] } = request;
  const settings = request.settings ?? (await leadSettings(ctx.db, brokerageId));
  const agents = await lockRouting(ctx.db, brokerageId, () => routableAgents(ctx.db, brokerageId));
  const { routing_strategy: strategy } = settings;
  const candidates = evaluateCandidates(agents, { strategy, except });
  const eligible = candidates.filter((each) => each.eligible);
  const chosen =
    eligible.length === 0
      ? null
      : await choose({ ctx, brokerageId, settings, preferences, eligible }, chosenAgentId);
  return { chosen, candidates, settings };
}

/** The best agent who can be claimed. An agent who went on vacation since the query is skipped. */
async function choose(input: RankingInput, chosenAgentId: number | null): Promise<Ranked | null> {
  const { ctx, settings } = input;
  const { rank, onAssigned } = strategies[settings.routing_strategy];
  const leastWeight = settings.routing_strategy === "weighted" ? 1 : 0;
  const requestedAgents = input.eligible.filter(({ id }) => id === chosenAgentId);
  const byChoice = requestedAgents.map((agent) => ({ agent, by: "visitor_choice" as const }));
  for (const ranked of [...byChoice, ...(await rank(input))]) {
    const { agent } = ranked;
    if (await claimForLead(ctx.db, { agentId: agent.id, at: ctx.clock.now(), leastWeight })) {
      await onAssigned?.(input, agent);
      return ranked;
    }
    agent.eligible = false;
    agent.reason = "no longer takes leads";
  }
  return null;
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
