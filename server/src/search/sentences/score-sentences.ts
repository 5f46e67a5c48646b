import { LRUCache } from "lru-cache";
import { builtinVectorOf, expandAbbreviations, type Word, wordsOf } from "../../models/index.ts";
import { exactShare, type SoughtTerm } from "./exact-words.ts";
import { splitSentences } from "./split-sentences.ts";

/** About 15 MB. */
const SENTENCES_KEPT = 10_000;

/** Sentences of facts are the same for many listings. */
const kept = new LRUCache<string, Float32Array>({ max: SENTENCES_KEPT });

type Score = { cosine: number; exact: number };

/**
 * For each listing, by its texts, the cosine of the query and the nearest sentence, at least 0, and the largest share of what is sought
 * that one sentence has. Runs in a worker thread.
 */
export function scoreSentences(
  query: string,
  sought: readonly SoughtTerm[],
  listings: readonly (readonly string[])[],
): { scores: number[]; exact: number[] } {
  const queryVector = builtinVectorOf(wordsOf(query));
  const known = new Map<string, Score>();
  const scoreOf = (sentence: string): Score => {
    const words = wordsOf(expandAbbreviations(sentence));
    const stems = new Set(words.map(({ stem }) => stem));
    return { cosine: dotProduct(queryVector, vectorOf(sentence, words)), exact: exactShare(sought, stems) };
  };
  const best = listings.map((texts) => {
    const nearest = { cosine: 0, exact: 0 };
    for (const text of texts) {
      for (const sentence of splitSentences(text)) {
        let score = known.get(sentence);
        if (score === undefined) {
          score = scoreOf(sentence);
          known.set(sentence, score);
        }
        nearest.cosine = Math.max(nearest.cosine, score.cosine);
        nearest.exact = Math.max(nearest.exact, score.exact);
      }
    }
    return nearest;
  });
  return { scores: best.map(({ cosine }) => cosine), exact: best.map(({ exact }) => exact) };
}

function vectorOf(sentence: string, words: readonly Word[]): Float32Array {
  const known = kept.get(sentence);
  if (known !== undefined) return known;
  const vector = builtinVectorOf(words);
  kept.set(sentence, vector);
  return vector;
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
