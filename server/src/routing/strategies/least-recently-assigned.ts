import type { Candidate } from "../candidates.ts";
import type { Ranked, Strategy } from "./strategy.ts";

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
    .toSorted((one, other) => one.turn - other.turn || one.id - other.id)
    .map((agent) => ({ agent, by: "least_recently_assigned" }));
}
