import type { PlaceIndex } from "../../plain-words/index.ts";
import { type MatchableAgent, type TextTopics, topicsOf } from "./agent-topics.ts";
import type { Dislike, Wish } from "./match-criteria.ts";
import type { PriceLevel } from "./price-level.ts";
import type { Similarity } from "./similarity.ts";
import { type Group, groupWeights, weightOf } from "./weights.ts";

/** The best match of one wish in an agent's own words, with a fit of 0 to 1. */
export type Match = {
  wish: Wish & { type: Group };
  fit: number;
  /** Whether a specialty names the wish, the biography names it, or a specialty has a similar meaning. */
  by: "specialty" | "bio" | "likeness";
  /** The specialty in the agent's own spelling. */
  specialty: string | null;
};

export type AgentMatch = {
  agent: MatchableAgent;
  /** 0 to 1. */
  fit: number;
  matches: Match[];
  /** The specialty that is most similar to the visitor's notes. */
  closestToNotes: { specialty: string; fit: number } | null;
};

/** The visitor's criteria, prepared once for all agents. */
export type Comparison = {
  wishes: readonly (Wish & { type: Group })[];
  negative: readonly Dislike[];
  notes: string;
  cities: PlaceIndex;
  priceLevel: PriceLevel | null;
  similarity: Similarity;
};

const BIO_FIT = 0.6;
/** Agents mention towns where they sell in prose more often than as a specialty. */
const TOWN_IN_BIO_FIT = 0.85;
const SIMILARITY_FACTOR = 0.75;
/** Penalty for a specialty that the visitor dislikes. */
const DISLIKE_PENALTY = 0.4;
/** Notes that match a specialty weigh as much as a wish of half confidence. Notes that match none have no effect. */
const NOTES_WEIGHT = 0.5;
/** Each further wish of a type counts half of the one before: agents rarely specialize in everything. */
const REPEAT_FACTOR = 0.5;

export function matchAgent(agent: MatchableAgent, comparison: Comparison): AgentMatch {
  const specialties = agent.specialties.map((text) => ({ text, named: topicsOf(text, comparison.cities) }));
  const bio = topicsOf(agent.bio ?? "", comparison.cities);
  const matches = comparison.wishes
    .map((wish) => bestMatch(wish, specialties, bio, comparison))
    .filter((match) => match !== null);
  const nearNotes = findClosestToNotes(agent, comparison);
  const fit =
    fitOf(matches, comparison, nearNotes?.fit ?? 0) * (1 - dislikedPart(specialties, comparison.negative));
  return { agent, fit, matches, closestToNotes: nearNotes };
}

type Specialty = { text: string; named: TextTopics };

function bestMatch(
  wish: Wish & { type: Group },
  specialties: readonly Specialty[],
  bio: TextTopics,
  { similarity: likeness, priceLevel }: Comparison,
): Match | null {
  const named = specialties.find((each) => mentions(each.named, wish, priceLevel));
  if (named) return { wish, fit: 1, by: "specialty", specialty: named.text };
  const inBio = wish.type === "locations" ? TOWN_IN_BIO_FIT : BIO_FIT;
  const match: Match = { wish, fit: mentions(bio, wish, priceLevel) ? inBio : 0, by: "bio", specialty: null };
  if (wish.type === "locations" || wish.type === "price") return match.fit > 0 ? match : null;
  for (const { text } of specialties) {
    const fit = likeness(wish.label, text) * SIMILARITY_FACTOR;
    if (fit > match.fit) Object.assign(match, { fit, by: "likeness", specialty: text });
  }
  return match.fit > 0 ? match : null;
}

function mentions(
  named: TextTopics,
  { type, key }: Wish & { type: Group },
  priceLevel: PriceLevel | null,
): boolean {
  if (type === "price") return priceLevel !== null && named.price.has(priceLevel);
  return named[type].has(key);
}

/** The weighted share of the most important wishes of each type that the agent matches. */
function fitOf(matches: readonly Match[], { wishes, priceLevel }: Comparison, nearNotes: number): number {
  let [met, all] = [nearNotes * NOTES_WEIGHT, nearNotes * NOTES_WEIGHT];
  for (const type of Object.keys(groupWeights) as Group[]) {
    if (type === "price" && priceLevel === null) continue;
    const weights = wishes.filter((wish) => wish.type === type).map(weightOf);
    const most = Math.max(0, ...weights);
    if (most === 0) continue;
    const fits = matches
      .filter(({ wish }) => wish.type === type)
      .map(({ wish, fit }) => weightOf(wish) * fit);
    const weight = groupWeights[type] * most;
    met += weight * Math.min(1, decayingSum(fits) / decayingSum(weights.toSorted(descending).slice(0, 2)));
    all += weight;
  }
  return all === 0 ? 0 : met / all;
}

function decayingSum(weights: readonly number[]): number {
  return weights
    .toSorted(descending)
    .reduce((sum, weight, nth) => sum + weight * (nth === 0 ? 1 : REPEAT_FACTOR ** nth), 0);
}

const descending = (one: number, other: number) => other - one;

function dislikedPart(specialties: readonly Specialty[], negative: readonly Dislike[]): number {
  return negative.reduce((most, { type, value, confidence }) => {
    if (type !== "locations" && type !== "features" && type !== "property_types") return most;
    const isSpecialty = specialties.some(({ named }) => named[type].has(value));
    return isSpecialty ? Math.max(most, (DISLIKE_PENALTY * confidence) / 100) : most;
  }, 0);
}

function findClosestToNotes(
  { specialties }: MatchableAgent,
  { notes, similarity: likeness }: Comparison,
): AgentMatch["closestToNotes"] {
  if (notes === "") return null;
  const near = specialties.map((specialty) => ({ specialty, fit: likeness(notes, specialty) }));
  const best = near.toSorted((one, other) => other.fit - one.fit)[0];
  return best && best.fit > 0 ? best : null;
}
