import {
  listingFeatures as features,
  propertyTypes,
  weightOf as tellingOf,
  wordsOf,
} from "../../models/index.ts";
import type { AgentMatch, Match } from "./agent-match.ts";
import { groupWeights, weightOf } from "./weights.ts";

const MOST = 3;
/** Of somebody whose own words suit nothing: true of all who are suggested, and speaks against nobody. */
const NONE = "Takes on new clients now";

/** Why an agent is suggested, most important first: only what they say of themselves, in words for the visitor. */
export function reasonsFor({ matches, nearNotes }: AgentMatch): string[] {
  const used = new Set<string>();
  const reasons = matches
    .toSorted((one, other) => weigh(other) - weigh(one))
    .flatMap((match) => {
      // A specialty is one reason, however many wishes it suits; to know a town is another.
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
  return reasons.length === 0 ? [NONE] : reasons.slice(0, MOST);
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

/** The words that features and kinds begin with. */
const vocabulary = new Set(
  [...Object.values(features), ...Object.values(propertyTypes)].flatMap(({ words }) =>
    words.split(",").map((each) => wordsOf(each)[0]?.stem ?? ""),
  ),
);

/** A specialty within a sentence: one that begins with a name keeps its capital letter. */
function specialtyInSentence(specialty: string): string {
  const first = wordsOf(specialty)[0];
  const isPlain = first !== undefined && (vocabulary.has(first.stem) || tellingOf(first.text) < 1);
  return isPlain ? inSentence(specialty) : specialty;
}

/** `Swimming pool` within a sentence; `RV parking` keeps its capitals. */
function inSentence(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
