import { builtinTextModel } from "../../models/index.ts";
import { isMatch, rankAgents, type Wanted } from "../../visitors/index.ts";
import type { Candidate } from "../candidates.ts";
import { inTurn } from "./least-recently-assigned.ts";
import type { Strategy } from "./strategy.ts";

const TOP = 3;

/**
 * The three agents who suit best what the visitor is looking for, as they would be suggested, best first; where fewer suit at
 * all, whoever is next in turn fills up (SPEC: Agent routing strategies, 4).
 */
export const semanticMatch: Strategy = {
  async rank({ eligible, preferences }) {
    const best = preferences === null ? [] : await nearest(preferences, eligible);
    return [
      ...best.map((agent) => ({ agent, by: "semantic_match" as const })),
      ...inTurn(eligible.filter((each) => !best.includes(each))),
    ];
  },
};

/** Of two who suit equally, the one whose turn it is. */
async function nearest(wanted: Wanted, agents: readonly Candidate[]): Promise<Candidate[]> {
  const byTurn = agents.toSorted((one, other) => one.turn - other.turn);
  const ranked = await rankAgents(builtinTextModel, wanted, byTurn, TOP);
  return ranked.filter(isMatch).map(({ id }) => agents.find((agent) => agent.id === id) as Candidate);
}
