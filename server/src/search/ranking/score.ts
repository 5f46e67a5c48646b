import type { Candidate } from "./candidates.ts";
import type { QueryWord } from "./query-words.ts";

/** The parts of a listing's similarity, each 0 to 1. */
export type Parts = {
  meaning: number;
  words: number;
  /** Null when the query names no feature. */
  features: number | null;
};

/** A result of a search; `words` are the stems of the query that it contains. */
export type FoundListing = {
  id: number;
  similarity: number;
  parts: Parts;
  words: string[];
  /** Words of the query that it has, as stems of the language tables, and wishes that it has words for. */
  has?: string[];
  /** Below the minimum similarity: shown because little else was found. */
  isWeak?: true;
  /** Properties that the query asks for, and of which the listing says nothing. */
  unknown?: string[];
};

/** The weights of the parts in a query that names features, and in one that names none. */
const WITH_FEATURES = { meaning: 0.15, words: 0.6, features: 0.25 };
const WITHOUT_FEATURES = { meaning: 0.4, words: 0.6 };
/** The cosine above chance that gives meaning 1: different texts hardly ever reach more. */
const MAX_ABOVE_CHANCE = 0.5;

/** The rank that counts as a whole word: of one that the facts contain twice. Once in the facts is 0.61, once in the remarks 0.24. */
const FULL_RANK = 0.77;

export function scoreParts(
  candidate: Candidate,
  { words, features, noise }: { words: readonly QueryWord[]; features: number; noise: number },
): Parts {
  let [queryWeight, found] = [0, 0];
  for (let nth = 0; nth < words.length; nth++) {
    const { weight } = words[nth] as QueryWord;
    queryWeight += weight;
    found += weight * Math.min(1, (candidate.ranks[nth] ?? 0) / FULL_RANK);
  }
  return {
    meaning: Math.min(1, Math.max(0, ((candidate.cosine ?? 0) - noise) / MAX_ABOVE_CHANCE)),
    words: queryWeight === 0 ? 0 : found / queryWeight,
    features: features === 0 ? null : candidate.features / features,
  };
}

/** The parts of a similarity in the API's form. */
export function explanationOf({ parts, words }: { parts: Parts; words: string[] }) {
  return {
    meaning: parts.meaning,
    words: parts.words,
    matched_words: words,
    features: parts.features,
    weights: parts.features === null ? WITHOUT_FEATURES : WITH_FEATURES,
  };
}

/** 0 to 1; depends on the parts alone, so that similarities of different queries compare. */
export function similarityOf({ meaning, words, features }: Parts): number {
  const similarity =
    features === null
      ? WITHOUT_FEATURES.meaning * meaning + WITHOUT_FEATURES.words * words
      : WITH_FEATURES.meaning * meaning + WITH_FEATURES.words * words + WITH_FEATURES.features * features;
  return Math.round(similarity * 10_000) / 10_000;
}
