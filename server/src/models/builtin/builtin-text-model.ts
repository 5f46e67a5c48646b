import { setImmediate } from "node:timers/promises";
import { eachConcept } from "../language/concepts.ts";
import { weightOf } from "../language/word-weights.ts";
import { type Word, wordsOf } from "../language/words.ts";
import type { TextModel } from "../text-model.ts";
import { addFeature, type Features, hashText, spreadFeatures, unitVector } from "./hashed-vector.ts";

const DIMENSIONS = 384;
/** The first ones: each concept has one of its own, so that chance never speaks in a concept's name. */
export const CONCEPT_DIMENSIONS = 128;

/** Texts that are done before others get their turn: some milliseconds. */
const TEXTS_A_TURN = 32;

/** What a feature weighs beside a word's stem, which weighs 1. */
const PAIR = 0.5;
const PIECES = 0.5;
const SKELETON = 0.5;
const CONCEPT = 1.7;
/** What another mention of a concept adds to the first. */
const REPEATED = 0.25;

/** Any numbers that differ: the same text as a stem and as a piece are two features. */
const seedOf = {
  stem: 0x811c9dc5,
  pair: 0x01234567,
  piece: 0x2545f491,
  skeleton: 0x41c64e6d,
};

/**
 * The model that needs no files: words by their stems, neighbouring words, three-letter pieces and consonants (so that a
 * misspelt word is still near), hashed into 256 numbers, and 128 for the concepts of a real-estate thesaurus. It knows what the
 * thesaurus says and nothing else of the world.
 */
export const builtinTextModel: TextModel = {
  name: "builtin",
  version: "1",
  dimensions: DIMENSIONS,
  noise: 0.2,
  async embed(texts) {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(vectorOf(wordsOf(text)));
      if (vectors.length % TEXTS_A_TURN === 0) await setImmediate();
    }
    return vectors;
  },
};

function vectorOf(words: Word[]): Float32Array {
  const sums = new Float64Array(DIMENSIONS);
  sums.set(conceptsOf(words));
  spreadFeatures(featuresOf(words), sums, CONCEPT_DIMENSIONS);
  return unitVector(sums);
}

/** How much each concept is spoken of: as much as where it is named best, and a little for every other mention. */
function conceptsOf(words: Word[]): Float64Array {
  const best = new Float64Array(CONCEPT_DIMENSIONS);
  const all = new Float64Array(CONCEPT_DIMENSIONS);
  eachConcept(words, (concept, weight) => {
    const energy = (CONCEPT * weight) ** 2;
    best[concept] = Math.max(best[concept] as number, energy);
    all[concept] = (all[concept] as number) + energy;
  });
  return best.map((energy, at) => Math.sqrt(energy + ((all[at] as number) - energy) * REPEATED));
}

function featuresOf(words: Word[]): Features {
  const features: Features = new Map();
  let before: { word: Word; weight: number } | null = null;
  for (const word of words) {
    const weight = weightOf(word.text);
    addFeature(features, hashText(word.stem, seedOf.stem), weight);
    addSpelling(features, word.text, weight);
    if (before) {
      const pair = hashText(word.stem, hashText(before.word.stem, seedOf.pair) ^ 0x20);
      addFeature(features, pair, PAIR * Math.min(weight, before.weight));
    }
    before = { word, weight };
  }
  return features;
}

/** What is left of a word when a letter is wrong: most of the pieces of `^word$`, and, most often, its consonants. */
function addSpelling(features: Features, word: string, weight: number): void {
  const marked = `^${word}$`;
  const pieces = marked.length - 2;
  const each = (PIECES * weight) / Math.sqrt(pieces);
  for (let at = 0; at < pieces; at++) {
    addFeature(features, hashText(marked, seedOf.piece, at, at + 3), each);
  }
  const skeleton = word.replaceAll(VOWELS, "");
  if (skeleton.length > 2) addFeature(features, hashText(skeleton, seedOf.skeleton), SKELETON * weight);
}

const VOWELS = /(?<!^)[aeiouy]/g;
