import type { LeadSettings } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import type { MatchCriteria } from "../../visitors/index.ts";
import type { Candidate } from "../candidates.ts";

export type StrategyName = LeadSettings["routing_strategy"];

/** The input of a strategy. The routing lock is held, so no other lead of this brokerage is routed meanwhile. */
export type RankingInput = {
  ctx: Context;
  brokerageId: number;
  /** The eligible agents. */
  eligible: readonly Candidate[];
  settings: LeadSettings;
  /** The visitor's preferences; null below the required confidence. */
  preferences: MatchCriteria | null;
};

/** What chose the agent: the brokerage's strategy, a fallback strategy, or the visitor. */
export type UsedStrategy = StrategyName | "visitor_choice";

/** An eligible agent, and what ranked the agent. */
export type Ranked = { agent: Candidate; by: UsedStrategy };

export type Strategy = {
  /** All eligible agents, best first. */
  rank(input: RankingInput): Promise<Ranked[]>;
  /** Called after the agent got the lead. */
  onAssigned?(input: Pick<RankingInput, "ctx" | "brokerageId">, agent: Candidate): Promise<void>;
};

/**
 * Orders agents by the time of their last lead, oldest first; agents without a lead come first (SPEC: Agent routing
 * strategies, 1). Every strategy updates that time when an agent gets a lead.
 */
export const leastRecentlyAssigned: Strategy = {
  async rank({ eligible }) {
    return byLeastRecentLead(eligible);
  },
};

/** Also the fallback of the other strategies. */
export function byLeastRecentLead(agents: readonly Candidate[]): Ranked[] {
  return agents
    .toSorted((one, other) => one.lastAssignedMicros - other.lastAssignedMicros || one.id - other.id)
    .map((agent) => ({ agent, by: "least_recently_assigned" }));
}
