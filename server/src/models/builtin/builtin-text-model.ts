import { setImmediate } from "node:timers/promises";
import { eachConcept } from "../language/concepts.ts";
import { type Word, wordsOf } from "../language/words.ts";
import type { TextModel } from "../text-model.ts";
import { unitVector } from "./hashed-vector.ts";
import { addWordFeatures, WORD_DIMENSIONS } from "./word-features.ts";

/** The first dimensions: each concept has its own, so that hash collisions cannot imitate a concept. */
export const CONCEPT_DIMENSIONS = 128;
const DIMENSIONS = CONCEPT_DIMENSIONS + WORD_DIMENSIONS;

/** Texts embedded before yielding: a few milliseconds. */
const TEXTS_A_TURN = 32;

/** The weight of a concept relative to a word's stem, which has weight 1. */
const CONCEPT = 1.7;
/** The weight of each further mention of a concept, relative to the first. */
const REPEATED = 0.25;

/**
 * The text model without model files: stems of words, pairs of neighbouring words, trigrams and consonants (so that a
 * misspelt word is still near) are hashed into 256 dimensions, and 128 dimensions are the concepts of a real-estate
 * thesaurus. It has no other knowledge of language.
 */
export const builtinTextModel: TextModel = {
  name: "builtin",
  version: "2",
  dimensions: DIMENSIONS,
  noise: 0.2,
  async embed(texts) {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      vectors.push(builtinVectorOf(wordsOf(text)));
      if (vectors.length % TEXTS_A_TURN === 0) await setImmediate();
    }
    return vectors;
  },
};

/** Used for one text after the other: allocating them would take as long as filling them. */
const sums = new Float64Array(DIMENSIONS);
const strongest = new Float64Array(CONCEPT_DIMENSIONS);
const mentions = new Float64Array(CONCEPT_DIMENSIONS);

/** The vector of a text with these words. */
export function builtinVectorOf(words: readonly Word[]): Float32Array {
  sums.fill(0);
  addConcepts(words);
  addWordFeatures(words, sums, CONCEPT_DIMENSIONS);
  return unitVector(sums);
}

/** The weight of each concept: that of its strongest mention, and a little for every further one. */
function addConcepts(words: readonly Word[]): void {
  strongest.fill(0);
  mentions.fill(0);
  eachConcept(words, (concept, weight) => {
    const energy = (CONCEPT * weight) ** 2;
    strongest[concept] = Math.max(strongest[concept] as number, energy);
    mentions[concept] = (mentions[concept] as number) + energy;
  });
  for (let index = 0; index < CONCEPT_DIMENSIONS; index++) {
    const energy = strongest[index] as number;
    if (energy !== 0) sums[index] = Math.sqrt(energy + ((mentions[index] as number) - energy) * REPEATED);
  }
}
