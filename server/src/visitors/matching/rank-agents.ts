import { setImmediate } from "node:timers/promises";
import type { TextModel } from "../../models/index.ts";
import { placeIndex } from "../../plain-words/index.ts";
import { type AgentMatch, type Comparison, matchAgent } from "./agent-match.ts";
import type { MatchableAgent } from "./agent-words.ts";
import { likenessOf } from "./likeness.ts";
import { priceLevelOf } from "./price-level.ts";
import { reasonsFor } from "./reasons.ts";
import { isCompared, weightOf } from "./weights.ts";
import type { Wanted } from "./wish.ts";

export type MatchLabel = "Excellent match" | "Great match" | "Good match" | "Possible match";

export type AgentSuggestion = {
  id: number;
  /** 0 to 100, a whole number. */
  match_score: number;
  match_label: MatchLabel;
  best_match: boolean;
  reasons: string[];
};

/** Wishes that are compared: those that tell most. */
const MOST_WISHES = 24;
/** Characters of agents' own words that are read before others get their turn: a few milliseconds. */
const A_TURN = 20_000;
/** The score of whom nothing speaks for or against, and of whom everything does. */
const [LOWEST, HIGHEST] = [20, 98];

/**
 * The agents whose own words suit the wishes best, best first; of equals whoever comes first in `agents`. Agents whom nothing
 * speaks for come too, after the others, and say so.
 */
export async function rankAgents(
  textModel: TextModel,
  wanted: Wanted,
  agents: readonly MatchableAgent[],
  limit: number,
): Promise<AgentSuggestion[]> {
  const comparison = await comparisonOf(textModel, wanted, agents);
  const ranked = (await matchAll(agents, comparison))
    .sort((one, other) => other.fit - one.fit)
    .slice(0, limit);
  return ranked.map((match, place) => {
    const match_score = Math.round(LOWEST + (HIGHEST - LOWEST) * match.fit);
    return {
      id: match.agent.id,
      match_score,
      match_label: labelOf(match_score),
      best_match: place === 0,
      reasons: reasonsFor(match),
    };
  });
}

async function comparisonOf(
  textModel: TextModel,
  { wishes: all, negative, notes: written, usualPrice }: Wanted,
  agents: readonly MatchableAgent[],
): Promise<Comparison> {
  const wishes = all
    .filter(isCompared)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MOST_WISHES);
  const price = wishes.find(({ type }) => type === "price");
  const places = [...wishes, ...negative.map(({ type, value }) => ({ type, key: value }))];
  const notes = written?.trim() ?? "";
  const meant = wishes.filter(({ type }) => type === "features" || type === "property_types");
  const texts = [...meant.map(({ label }) => label), ...(notes === "" ? [] : [notes])];
  return {
    wishes,
    negative,
    notes,
    cities: placeIndex(places.filter(({ type }) => type === "locations").map(({ key }) => key)),
    priceLevel: price ? priceLevelOf(price, usualPrice) : null,
    likeness: await likenessOf(
      textModel,
      texts,
      agents.flatMap(({ specialties }) => specialties),
    ),
  };
}

async function matchAll(agents: readonly MatchableAgent[], comparison: Comparison): Promise<AgentMatch[]> {
  const matches: AgentMatch[] = [];
  let read = 0;
  for (const agent of agents) {
    matches.push(matchAgent(agent, comparison));
    read += Math.min(agent.bio?.length ?? 0, 3_000) + agent.specialties.join().length + 100;
    if (read < A_TURN) continue;
    read = 0;
    await setImmediate();
  }
  return matches;
}

/** Whether anything speaks for the agent at all. */
export function isMatch({ match_score }: AgentSuggestion): boolean {
  return match_score > LOWEST;
}

/** decisions.md: Visitors. */
function labelOf(score: number): MatchLabel {
  if (score >= 85) return "Excellent match";
  if (score >= 70) return "Great match";
  return score >= 50 ? "Good match" : "Possible match";
}
