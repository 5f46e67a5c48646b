import { weightOf } from "../language/word-weights.ts";
import type { Word } from "../language/words.ts";
import { FeatureSums } from "./feature-sums.ts";
import { hashText, SPREAD, writePlaces } from "./hashed-vector.ts";

/** The weights of features relative to a word's stem, which has weight 1. */
const PAIR = 0.5;
const PIECES = 0.5;
const SKELETON = 0.5;

/** Arbitrary distinct seeds: the same text as a stem and as a piece are two features. */
const seedOf = {
  stem: 0x811c9dc5,
  pair: 0x01234567,
  piece: 0x2545f491,
  skeleton: 0x41c64e6d,
};

/** The features of one word: the hash, energy and places of each. */
type WordFeatures = {
  weight: number;
  hashes: Int32Array;
  energies: Float64Array;
  places: Int16Array;
  /** The seed of pairs that begin with this word. */
  pairSeed: number;
};

/** The dimensions that the features of words are spread over. */
export const WORD_DIMENSIONS = 256;

/** About 15 MB. */
const WORDS_KEPT = 20_000;
const MAX_KEPT_LENGTH = 40;
/** By the word as written. Cached, because most words recur. */
const kept = new Map<string, WordFeatures>();

/** Emptied after each text. */
const sums = new FeatureSums(WORD_DIMENSIONS);

/** Adds the features of words to `vector`, from a dimension on: their stems, their spelling, and pairs of neighbours. */
export function addWordFeatures(words: readonly Word[], vector: Float64Array, first: number): void {
  let before: WordFeatures | null = null;
  for (const word of words) {
    const features = featuresOf(word);
    const { weight, hashes, energies, places } = features;
    for (let nth = 0; nth < hashes.length; nth++)
      sums.addPlaced(hashes[nth] as number, energies[nth] as number, places, nth * SPREAD);
    if (before) {
      const pairWeight = PAIR * Math.min(weight, before.weight);
      sums.add(hashText(word.stem, before.pairSeed), pairWeight * pairWeight);
    }
    before = features;
  }
  sums.moveTo(vector, first);
}

function featuresOf(word: Word): WordFeatures {
  const known = kept.get(word.text);
  if (known) return known;
  const features = hashFeatures(word);
  if (kept.size >= WORDS_KEPT) kept.clear();
  if (word.text.length <= MAX_KEPT_LENGTH) kept.set(word.text, features);
  return features;
}

function hashFeatures({ text, stem }: Word): WordFeatures {
  const weight = weightOf(text);
  const spelling = spellingOf(text, weight);
  const hashed = [{ hash: hashText(stem, seedOf.stem), weight }, ...spelling];
  const places = new Int16Array(hashed.length * SPREAD);
  hashed.forEach(({ hash }, nth) => {
    writePlaces(hash, WORD_DIMENSIONS, places, nth * SPREAD);
  });
  return {
    weight,
    hashes: Int32Array.from(hashed, ({ hash }) => hash),
    energies: Float64Array.from(hashed, ({ weight }) => weight * weight),
    places,
    pairSeed: hashText(stem, seedOf.pair) ^ 0x20,
  };
}

/** Features that a misspelt word shares with the correct one: most trigrams of `^word$`, and usually its consonants. */
function spellingOf(word: string, weight: number): { hash: number; weight: number }[] {
  const marked = `^${word}$`;
  const count = marked.length - 2;
  const each = (PIECES * weight) / Math.sqrt(count);
  const pieces = Array.from({ length: count }, (_, index) => ({
    hash: hashText(marked, seedOf.piece, index, index + 3),
    weight: each,
  }));
  const skeleton = word.replaceAll(VOWELS, "");
  if (skeleton.length <= 2) return pieces;
  return [...pieces, { hash: hashText(skeleton, seedOf.skeleton), weight: SKELETON * weight }];
}

const VOWELS = /(?<!^)[aeiouy]/g;
