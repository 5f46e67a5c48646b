import type { Candidate } from "../candidates.ts";
import type { Ranked, Strategy } from "./strategy.ts";

/**
 * Whose last lead is longest ago; those who never had one come first (SPEC: Agent routing strategies, 1). The time of it is
 * noted for every strategy, where the agent is given the lead.
 */
export const leastRecentlyAssigned: Strategy = {
  async rank({ eligible }) {
    return inTurn(eligible);
  },
};

/** Also what the other strategies fall back to. */
export function inTurn(agents: readonly Candidate[]): Ranked[] {
  return agents
    .toSorted((one, other) => one.turn - other.turn || one.id - other.id)
    .map((agent) => ({ agent, by: "least_recently_assigned" }));
}
