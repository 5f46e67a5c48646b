import { setImmediate } from "node:timers/promises";
import type { TextModel } from "../../models/index.ts";
import { placeIndex } from "../../plain-words/index.ts";
import { type AgentMatch, type Comparison, matchAgent } from "./agent-match.ts";
import type { MatchableAgent } from "./agent-topics.ts";
import { comparedSpecialties, guardCriteria } from "./guard-criteria.ts";
import type { MatchCriteria } from "./match-criteria.ts";
import { priceLevelOf } from "./price-level.ts";
import { reasonsFor } from "./reasons.ts";
import { compareTexts } from "./similarity.ts";
import { isCompared, weightOf } from "./weights.ts";

export type MatchLabel = "Excellent match" | "Great match" | "Good match" | "Possible match";

export type AgentSuggestion = {
  id: number;
  /** 0 to 100, a whole number. */
  match_score: number;
  match_label: MatchLabel;
  best_match: boolean;
  reasons: string[];
};

/** The most wishes that are compared, those with the highest weight first. */
const MAX_WISHES = 24;
/** Characters of agents' profiles that are read before the event loop gets to run: a few milliseconds. */
const YIELD_AFTER_CHARACTERS = 20_000;
/** Score without any match, and with a complete one. */
const [LOWEST, HIGHEST] = [20, 98];

/**
 * Ranks agents by how well their own words match the criteria, best first; ties keep the order of `agents`. Agents
 * without any match come last.
 */
export async function rankAgents(
  textModel: TextModel,
  wanted: MatchCriteria,
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
  wanted: MatchCriteria,
  agents: readonly MatchableAgent[],
): Promise<Comparison> {
  const { wishes: all, negative, notes: written, usualPrice, places: known } = guardCriteria(wanted);
  const specialties = await comparedSpecialties(agents, known);
  const wishes = all
    .filter(isCompared)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_WISHES);
  const price = wishes.find(({ type }) => type === "price");
  const places = [...wishes, ...negative.map(({ type, value }) => ({ type, key: value }))];
  const notes = written?.trim() ?? "";
  const meant = wishes.filter(({ type }) => type === "features" || type === "property_types");
  const texts = [...meant.map(({ label }) => label), ...(notes === "" ? [] : [notes])];
  const similarity = await compareTexts(
    textModel,
    texts,
    [...specialties.values()].filter((text) => text !== ""),
  );
  return {
    wishes,
    negative,
    notes,
    cities: placeIndex(places.filter(({ type }) => type === "locations").map(({ key }) => key)),
    priceLevel: price ? priceLevelOf(price, usualPrice) : null,
    similarity: (wish, specialty) => similarity(wish, specialties.get(specialty) ?? ""),
  };
}

async function matchAll(agents: readonly MatchableAgent[], comparison: Comparison): Promise<AgentMatch[]> {
  const matches: AgentMatch[] = [];
  let read = 0;
  for (const agent of agents) {
    matches.push(matchAgent(agent, comparison));
    read += Math.min(agent.bio?.length ?? 0, 3_000) + agent.specialties.join().length + 100;
    if (read < YIELD_AFTER_CHARACTERS) continue;
    read = 0;
    await setImmediate();
  }
  return matches;
}

/** Whether anything in the agent's profile matches. */
export function isMatch({ match_score }: AgentSuggestion): boolean {
  return match_score > LOWEST;
}

/** decisions.md: Visitors. */
function labelOf(score: number): MatchLabel {
  if (score >= 85) return "Excellent match";
  if (score >= 70) return "Great match";
  return score >= 50 ? "Good match" : "Possible match";
}
