import { setImmediate } from "node:timers/promises";
import { eachConcept } from "../language/concepts.ts";
import { weightOf } from "../language/word-weights.ts";
import { type Word, wordsOf } from "../language/words.ts";
import type { TextModel } from "../text-model.ts";
import { addFeature, type Features, hashText, spreadFeatures, unitVector } from "./hashed-vector.ts";

const DIMENSIONS = 384;
/** The first dimensions: each concept has its own, so that hash collisions cannot imitate a concept. */
export const CONCEPT_DIMENSIONS = 128;

/** Texts embedded before yielding: a few milliseconds. */
const TEXTS_A_TURN = 32;

/** The weights of features relative to a word's stem, which has weight 1. */
const PAIR = 0.5;
const PIECES = 0.5;
const SKELETON = 0.5;
const CONCEPT = 1.7;
/** The weight of each further mention of a concept, relative to the first. */
const REPEATED = 0.25;

/** Arbitrary distinct seeds: the same text as a stem and as a piece are two features. */
const seedOf = {
  stem: 0x811c9dc5,
  pair: 0x01234567,
  piece: 0x2545f491,
  skeleton: 0x41c64e6d,
};

/**
 * The text model without model files: stems of words, pairs of neighbouring words, trigrams and consonants (so that a
 * misspelt word is still near) are hashed into 256 dimensions, and 128 dimensions are the concepts of a real-estate
 * thesaurus. It has no other knowledge of language.
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

/** The weight of each concept: that of its strongest mention, and a little for every further one. */
function conceptsOf(words: Word[]): Float64Array {
  const best = new Float64Array(CONCEPT_DIMENSIONS);
  const all = new Float64Array(CONCEPT_DIMENSIONS);
  eachConcept(words, (concept, weight) => {
    const energy = (CONCEPT * weight) ** 2;
    best[concept] = Math.max(best[concept] as number, energy);
    all[concept] = (all[concept] as number) + energy;
  });
  for (let index = 0; index < CONCEPT_DIMENSIONS; index++) {
    const energy = best[index] as number;
    best[index] = Math.sqrt(energy + ((all[index] as number) - energy) * REPEATED);
  }
  return best;
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

/** Features that a misspelt word shares with the correct one: most trigrams of `^word$`, and usually its consonants. */
function addSpelling(features: Features, word: string, weight: number): void {
  const marked = `^${word}$`;
  const pieces = marked.length - 2;
  const each = (PIECES * weight) / Math.sqrt(pieces);
  for (let index = 0; index < pieces; index++) {
    addFeature(features, hashText(marked, seedOf.piece, index, index + 3), each);
  }
  const skeleton = word.replaceAll(VOWELS, "");
  if (skeleton.length > 2) addFeature(features, hashText(skeleton, seedOf.skeleton), SKELETON * weight);
}

const VOWELS = /(?<!^)[aeiouy]/g;
