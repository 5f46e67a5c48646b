import { builtinTextModel } from "../../models/index.ts";
import { isMatch, type MatchCriteria, rankAgents } from "../../visitors/index.ts";
import type { Candidate } from "../candidates.ts";
import { byLeastRecentLead, type Strategy } from "./strategy.ts";

const TOP = 3;

/**
 * The three best matches for the visitor's preferences, ranked like suggested agents; then the other agents by least recent
 * lead (SPEC: Agent routing strategies, 4).
 */
export const semanticMatch: Strategy = {
  async rank({ eligible, preferences }) {
    const best = preferences === null ? [] : await nearest(preferences, eligible);
    return [
      ...best.map((agent) => ({ agent, by: "semantic_match" as const })),
      ...byLeastRecentLead(eligible.filter((each) => !best.includes(each))),
    ];
  },
};

/** Ties go to the agent with the least recent lead. */
async function nearest(wanted: MatchCriteria, agents: readonly Candidate[]): Promise<Candidate[]> {
  const byTurn = agents.toSorted((one, other) => one.lastAssignedMicros - other.lastAssignedMicros);
  const ranked = await rankAgents(builtinTextModel, wanted, byTurn, TOP);
  return ranked.filter(isMatch).map(({ id }) => agents.find((agent) => agent.id === id) as Candidate);
}
