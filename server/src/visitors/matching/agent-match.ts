import type { PlaceIndex } from "../../plain-words/index.ts";
import { type MatchableAgent, type TextTopics, topicsOf } from "./agent-topics.ts";
import type { Dislike, Wish } from "./match-criteria.ts";
import type { PriceLevel } from "./price-level.ts";
import type { Similarity } from "./similarity.ts";
import { type Group, groupWeights, weightOf } from "./weights.ts";

/** Why an agent suits a wish: what they say of it, where, and how well it fits, 0 to 1. */
export type Match = {
  wish: Wish & { type: Group };
  fit: number;
  /** They name it in a specialty, name it in their profile, or have a specialty with a like meaning. */
  by: "specialty" | "bio" | "likeness";
  /** The specialty as they wrote it. */
  specialty: string | null;
};

export type AgentMatch = {
  agent: MatchableAgent;
  /** 0 to 1. */
  fit: number;
  matches: Match[];
  /** The specialty nearest to what the visitor wrote. */
  closestToNotes: { specialty: string; fit: number } | null;
};

/** What the wishes are, made ready once for all agents. */
export type Comparison = {
  wishes: readonly (Wish & { type: Group })[];
  negative: readonly Dislike[];
  notes: string;
  cities: PlaceIndex;
  priceLevel: PriceLevel | null;
  similarity: Similarity;
};

const BIO_FIT = 0.6;
/** Where they have sold homes is told in sentences more often than named as a specialty. */
const TOWN_IN_BIO_FIT = 0.85;
const SIMILARITY_FACTOR = 0.75;
/** What it costs to be a specialist of what the visitor turns away from. */
const DISLIKE_PENALTY = 0.4;
/** Notes that match a specialty help as much as a wish that is half sure; notes that match none harm nobody. */
const NOTES_WEIGHT = 0.5;
/** The second wish of a type counts half, further ones a quarter: nobody is a specialist of everything. */
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

/** Of each type, how much of its most important wishes is met; all types together by their weight. */
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
