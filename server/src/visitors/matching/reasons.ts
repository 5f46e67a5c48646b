import {
  listingFeatures as features,
  propertyTypes,
  weightOf as tellingOf,
  wordsOf,
} from "../../models/index.ts";
import type { AgentMatch, Match } from "./agent-match.ts";
import { groupWeights, weightOf } from "./weights.ts";

const MAX_REASONS = 3;
/** The reason for an agent without a match. It is true of every suggested agent. */
const DEFAULT_REASON = "Takes on new clients now";

/**
 * The reasons why an agent is suggested, most important first, from the agent's own words and phrased for the
 * visitor.
 */
export function reasonsFor({ matches, closestToNotes: nearNotes }: AgentMatch): string[] {
  const used = new Set<string>();
  const reasons = matches
    .toSorted((one, other) => weigh(other) - weigh(one))
    .flatMap((match) => {
      // A specialty is one reason however many wishes it matches. Knowing a town is a separate reason.
      const subject =
        match.wish.type === "locations" ? `in ${match.wish.key}` : (match.specialty ?? match.wish.key);
      if (used.has(subject)) return [];
      used.add(subject);
      return [reasonOf(match)];
    });
  if (nearNotes && !used.has(nearNotes.specialty)) {
    reasons.push(
      `Specializes in ${specialtyInSentence(nearNotes.specialty)}, which is close to what you wrote`,
    );
  }
  return reasons.length === 0 ? [DEFAULT_REASON] : reasons.slice(0, MAX_REASONS);
}

function weigh({ wish, fit }: Match): number {
  return groupWeights[wish.type] * weightOf(wish) * fit;
}

function reasonOf({ wish, by, specialty }: Match): string {
  const { type, label, confidence } = wish;
  if (type === "locations") return specialty === null ? `Names ${label} in their profile` : `Knows ${label}`;
  const named = specialty === null ? "" : specialtyInSentence(specialty);
  if (type === "price") {
    return specialty === null
      ? "Speaks of homes in your price range in their profile"
      : `Specializes in ${named}, which fits your price range`;
  }
  if (specialty === null) return `Speaks of ${inSentence(label)} in their profile`;
  if (by === "likeness") return `Specializes in ${named}, which is close to ${inSentence(label)}`;
  const wanted = confidence === 100 ? "which you are looking for" : "which you keep coming back to";
  return `Specializes in ${named}, ${wanted}`;
}

/** Stems of the first words of features and property types. */
const vocabularyStems = new Set(
  [...Object.values(features), ...Object.values(propertyTypes)].flatMap(({ words }) =>
    words.split(",").map((each) => wordsOf(each)[0]?.stem ?? ""),
  ),
);

/** Lowercases the first letter of a specialty unless it begins with a proper name. */
function specialtyInSentence(specialty: string): string {
  const first = wordsOf(specialty)[0];
  const isPlain = first !== undefined && (vocabularyStems.has(first.stem) || tellingOf(first.text) < 1);
  return isPlain ? inSentence(specialty) : specialty;
}

/** Lowercases `Swimming pool`, and leaves `RV parking` as it is. */
function inSentence(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
