import { allowedEdits, isKnown, type Word, weightOf, withinEdits, wordsOf } from "../models/index.ts";

/** The score of a query word by the way it matches a word of the name. */
const PREFIX = 0.95;
const STEM = 0.9;
const TYPO = 0.8;
const TWO_TYPOS = 0.7;

/** The lower bound of the factor for names with further words: 1 when the name has none, 0.9 when it has many. */
const PART_OF_NAME = 0.9;

/** The minimum score of a name that contains every query word, complete or as a prefix; other matches stay below. */
export const NAME_MATCH = PREFIX * PART_OF_NAME;

/**
 * Compares names with a query by characters. 1: the same name; `NAMED` or more: every query word is in the name,
 * complete or as a prefix; less for typos and missing words. 0: nothing in common.
 */
export function nameMatcher(query: string): (name: string) => number {
  const queryWords = wordsOf(query).map((word) => ({
    ...word,
    weight: weightOf(word.text),
    known: isKnown(word),
  }));
  const queryWeight = queryWords.reduce((sum, { weight }) => sum + weight, 0);
  const queryText = queryWords.map(({ text }) => text).join("");
  return (name) => {
    const words = wordsOf(name);
    if (queryWeight === 0 || words.length === 0) return 0;
    // "McDonald" equals "Mc Donald".
    if (words.map(({ text }) => text).join("") === queryText) return 1;
    const taken = new Set<Word>();
    let found = 0;
    for (const word of queryWords) {
      const { match, with: matched } = bestMatch(word, words);
      if (matched) taken.add(matched);
      found += word.weight * match;
    }
    const nameWeight = sumOfWeights(words);
    const share = nameWeight === 0 ? 1 : sumOfWeights(taken) / nameWeight;
    return (found / queryWeight) * (PART_OF_NAME + (1 - PART_OF_NAME) * share);
  };
}

function bestMatch(
  queryWord: Word & { known: boolean },
  words: Word[],
): { match: number; with: Word | null } {
  let best: { match: number; with: Word | null } = { match: 0, with: null };
  for (const word of words) {
    const match = compare(queryWord, word);
    if (match > best.match) best = { match, with: word };
  }
  return best;
}

function compare(queryWord: Word & { known: boolean }, { text, stem }: Word): number {
  if (queryWord.text === text) return 1;
  if (queryWord.text.length > 1 && text.startsWith(queryWord.text)) return PREFIX;
  if (queryWord.stem === stem) return STEM;
  // A dictionary word is not a typo: "condo" does not match "Conde".
  if (queryWord.known) return 0;
  const edits = Math.min(allowedEdits(queryWord.text), allowedEdits(text));
  if (edits >= 1 && withinEdits(queryWord.text, text, 1)) return TYPO;
  if (edits >= 2 && withinEdits(queryWord.text, text, 2)) return TWO_TYPOS;
  return 0;
}

function sumOfWeights(words: Iterable<Word>): number {
  let sum = 0;
  for (const { text } of words) sum += weightOf(text);
  return sum;
}
