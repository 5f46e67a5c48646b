import { type ProtectedTerm, refuseProtectedTerms } from "../fair-housing/index.ts";
import { findTraps } from "./find-traps.ts";
import type { Claim, KnownPlaces } from "./interpretation.ts";
import { findPlaces } from "./places/find-places.ts";
import { placeFilters } from "./places/place-filters.ts";
import type { FoundPlace } from "./places/place-relation.ts";
import { doubtfulPlaces, isLargeCity } from "./places/unknown-places.ts";
import { type Token, tokenize } from "./tokens.ts";
import { unknownWords } from "./unknown-words.ts";

/** Longer queries are truncated. */
const MAX_CHARACTERS = 1_000;

/** The part of the interpretation of a query that needs no answer about its doubtful places. */
export type StartedReading = {
  /** Without terms of protected classes. */
  text: string;
  refused: ProtectedTerm[];
  tokens: readonly Token[];
  /** Numbers and names of something else. */
  traps: readonly Claim[];
  places: FoundPlace[];
  /** Names that are places of no listing, unless listings mention them: neighborhoods, for instance. */
  doubtful: string[];
  /** Words that no vocabulary has. */
  unknown: string[];
};

/** Reads a query as far as the places that listings have. What is found out about `doubtful` names and `unknown` words completes it (`KnownPlaces`). */
export function startReading(query: string, known: KnownPlaces): StartedReading {
  const { text, refused } = refuseProtectedTerms(query.slice(0, MAX_CHARACTERS), known);
  const tokens = tokenize(text);
  const traps = findTraps(text, tokens);
  const places = findPlaces(tokens, known, tokensIn(traps));
  const taken = tokensIn([...traps, ...placeFilters(tokens, places)]);
  const doubtful = doubtfulPlaces(tokens, known, taken);
  return { text, refused, tokens, traps, places, doubtful, unknown: unknownWords(tokens, taken) };
}

/** Whether a word is written as a name of a place, so that it is no typo: "in Springfield". A first word has a capital anyway. */
export function isWrittenAsPlace({ tokens, doubtful }: StartedReading, word: string): boolean {
  return (
    isLargeCity(word) ||
    (doubtful.includes(word) &&
      tokens.some(({ text, written }, nth) => nth > 0 && text === word && /^\p{Lu}\p{Ll}/u.test(written)))
  );
}

/** The tokens that claims are made of. */
export function tokensIn(claims: readonly Claim[]): Set<number> {
  const tokens = new Set<number>();
  for (const { from, to } of claims) for (let index = from; index < to; index++) tokens.add(index);
  return tokens;
}
