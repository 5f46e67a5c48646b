import type { Candidate } from "./candidates.ts";
import type { QueryWord } from "./query-words.ts";

/** What a listing's similarity is made of; each 0 to 1. */
export type Parts = {
  meaning: number;
  words: number;
  /** Null when the query names no feature. */
  features: number | null;
};

/** A listing that a search found. */
export type FoundListing = { id: number; similarity: number; parts: Parts; words: string[] };

/** What each part weighs in a query that names features, and in one that names none. */
const WITH_FEATURES = { meaning: 0.15, words: 0.6, features: 0.25 };
const WITHOUT_FEATURES = { meaning: 0.4, words: 0.6 };
/** A cosine that much above chance is as near as two texts get that are not the same. */
const NEARNESS = 0.5;

/** The rank of a word that the facts name more than once; named once it is 0.61, once by the remarks alone 0.24. */
const WHOLE = 0.77;

export function partsOf(
  candidate: Candidate,
  { words, features, noise }: { words: readonly QueryWord[]; features: number; noise: number },
): Parts {
  const queryWeight = words.reduce((sum, { weight }) => sum + weight, 0);
  const found = words.reduce((sum, { stem, weight }) => sum + weight * presence(candidate, stem), 0);
  return {
    meaning: Math.min(1, Math.max(0, ((candidate.cosine ?? 0) - noise) / NEARNESS)),
    words: queryWeight === 0 ? 0 : found / queryWeight,
    features: features === 0 ? null : candidate.features / features,
  };
}

/** How much of a word a listing has, 0 to 1. */
function presence({ words }: Candidate, stem: string): number {
  return Math.min(1, (words.get(stem) ?? 0) / WHOLE);
}

/** A similarity in its parts, as the API says it. */
export function explanationOf({ parts, words }: { parts: Parts; words: string[] }) {
  return {
    meaning: parts.meaning,
    words: parts.words,
    matched_words: words,
    features: parts.features,
    weights: parts.features === null ? WITHOUT_FEATURES : WITH_FEATURES,
  };
}

/** 0 to 1, the same for the same parts in every query. */
export function similarityOf({ meaning, words, features }: Parts): number {
  const similarity =
    features === null
      ? WITHOUT_FEATURES.meaning * meaning + WITHOUT_FEATURES.words * words
      : WITH_FEATURES.meaning * meaning + WITH_FEATURES.words * words + WITH_FEATURES.features * features;
  return Math.round(similarity * 10_000) / 10_000;
}
