import { misleading, neighbours, thesaurus } from "../vocabulary/thesaurus/index.ts";
import { weightOf } from "./word-weights.ts";
import { type Word, wordsOf } from "./words.ts";

/** A phrase of the thesaurus: the stems of its words, and its concepts. */
type Phrase = { stems: string[]; concepts: Set<number>; weight: number };

/** A concept's number is its index in the thesaurus. */
const numbers = new Map(Object.keys(thesaurus).map((concept, number) => [concept, number]));

/** By first stem, longer phrases first. */
const phrases = new Map<string, Phrase[]>();
const nearby = new Map<number, { concept: number; strength: number }[]>();

/** The single words of the thesaurus, as written and as stems. */
export const knownWords = { texts: new Set<string>(), stems: new Set<string>() };

for (const [concept, terms] of Object.entries(thesaurus)) {
  const number = numberOf(concept);
  for (const term of terms.split(",")) addPhrase(wordsOf(term), (concepts) => concepts.add(number));
}
for (const term of misleading.split(",")) addPhrase(wordsOf(term), (concepts) => concepts.clear());
for (const each of phrases.values()) each.sort((a, b) => b.stems.length - a.stems.length);
for (const [one, other, strength] of neighbours) {
  relate(numberOf(one), numberOf(other), strength);
  relate(numberOf(other), numberOf(one), strength);
}

function addPhrase(words: Word[], teach: (concepts: Set<number>) => void): void {
  const [first] = words as [Word];
  if (words.length === 1) {
    knownWords.texts.add(first.text);
    knownWords.stems.add(first.stem);
  }
  const stems = words.map((word) => word.stem);
  const siblings = phrases.get(first.stem) ?? [];
  phrases.set(first.stem, siblings);
  let phrase = siblings.find((each) => each.stems.join(" ") === stems.join(" "));
  if (!phrase) {
    phrase = { stems, concepts: new Set(), weight: words.length > 1 ? 1 : weightOf(first.text) };
    siblings.push(phrase);
  }
  teach(phrase.concepts);
}

function numberOf(concept: string): number {
  return numbers.get(concept) as number;
}

function relate(concept: number, other: number, strength: number): void {
  nearby.set(concept, [...(nearby.get(concept) ?? []), { concept: other, strength }]);
}

/** Calls `found` for every concept that the words name, and with less weight for related concepts. */
export function eachConcept(words: readonly Word[], found: (concept: number, weight: number) => void): void {
  for (let index = 0; index < words.length; ) {
    const phrase = longestPhraseAt(words, index);
    if (phrase) {
      for (const concept of phrase.concepts) {
        found(concept, phrase.weight);
        for (const near of nearby.get(concept) ?? []) found(near.concept, phrase.weight * near.strength);
      }
    }
    index += phrase?.stems.length ?? 1;
  }
}

/** The number of words of the longest phrase with a concept that begins at a word; 0 without one. */
export function phraseLengthAt(words: readonly Word[], index: number): number {
  const phrase = words[index] === undefined ? undefined : longestPhraseAt(words, index);
  return phrase === undefined || phrase.concepts.size === 0 ? 0 : phrase.stems.length;
}

function longestPhraseAt(words: readonly Word[], index: number): Phrase | undefined {
  const siblings = phrases.get((words[index] as Word).stem);
  if (siblings === undefined) return undefined;
  for (const phrase of siblings) if (isAt(phrase.stems, words, index)) return phrase;
  return undefined;
}

function isAt(stems: readonly string[], words: readonly Word[], index: number): boolean {
  for (let nth = 0; nth < stems.length; nth++) if (words[index + nth]?.stem !== stems[nth]) return false;
  return true;
}
