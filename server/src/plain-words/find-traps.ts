import type { Claim } from "./interpretation.ts";
import { streetWords } from "./places/ordinary-words.ts";
import type { Token } from "./tokens.ts";

// Repetitions are bounded, so that no text causes long backtracking.
const NUMBERS_OF_OTHER_THINGS = [
  // Phone numbers.
  /(?<![\d$])(?:\+?1[ .-]?)?(?:\(\d{3}\)[ .-]?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)/g,
  // Listing ids: IMR-98100010, MLS# 98100010, #98100010.
  /(?<![\p{L}\p{N}])(?!zip|under|over|max|min)\p{L}{2,6}-?\d{5,12}(?!\d)/giu,
  /(?<![\p{L}\p{N}])(?:mls|listing|parcel|apn)(?: {0,2}(?:number|no|id|num))?[ .:#]{0,4}\d[\d-]{3,14}/giu,
  /#\s?\d{3,12}/g,
  // "Meridian ID 83646" is an address in Idaho: listing ids are longer.
  /(?<![\p{L}\p{N}])id[ .:#]{0,4}\d{6,14}/giu,
  /(?<!\d)\d{10,}(?!\d)/g,
  // Dates, ratings, and numbers of roads and rooms.
  /(?<![\d/])\d{1,2}\/\d{1,2}\/\d{2,4}(?!\d)/g,
  /(?<!\d)\d{1,2} (?:out of|of) \d{1,2}(?!\d)/gi,
  /(?<![\p{L}\p{N}])(?:hwy|highway|route|interstate|exit|apt|suite|ste|phase|district|us|i|grade|pre|covid|class of|family of|group of)[ -]\d{1,3}(?![\d,.])/giu,
  // Mail addresses.
  /(?<!\S)[^\s@]{1,64}@[^\s@]{1,64}/g,
];

/** Finds numbers that are neither rooms nor money, and streets with their numbers. */
export function findTraps(text: string, tokens: readonly Token[]): Claim[] {
  const spans = NUMBERS_OF_OTHER_THINGS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length] as const),
  );
  const claims = spans.map(([from, to]): Claim => {
    const first = tokens.findIndex((token) => token.to > from);
    const behind = tokens.findIndex((token) => token.from >= to);
    return { from: first, to: behind < 0 ? tokens.length : behind, filters: null, isName: true };
  });
  for (let index = 0; index < tokens.length; index++) {
    const to = addressEnd(tokens, index);
    if (to !== null) claims.push({ from: index, to, filters: null, isName: true });
  }
  return claims;
}

const MAX_STREET_WORDS = 4;

/**
 * Finds the end of an address such as `98 Pine St`, `1234 N Eagle Rd` or `5 Mile Road`: a number, plain words and a
 * street suffix.
 */
function addressEnd(tokens: readonly Token[], index: number): number | null {
  if (!/^\d{1,5}$/.test(tokens[index]?.written ?? "")) return null;
  for (let next = index + 1; next <= index + 1 + MAX_STREET_WORDS; next++) {
    const token = tokens[next];
    if (!token || token.glued || streetWords.notInNames.has(token.text)) return null;
    if (next > index + 1 && streetWords.suffixes.has(token.text)) return next + 1;
    if (!/^\p{L}|^\d/u.test(token.text)) return null;
  }
  return null;
}
