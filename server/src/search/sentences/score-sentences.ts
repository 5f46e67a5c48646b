import { LRUCache } from "lru-cache";
import { builtinVectorOf, wordsOf } from "../../models/index.ts";
import { splitSentences } from "./split-sentences.ts";

/** About 15 MB. */
const SENTENCES_KEPT = 10_000;

/** Sentences of facts are the same for many listings. */
const kept = new LRUCache<string, Float32Array>({ max: SENTENCES_KEPT });

/** For each listing, by its texts, the cosine of the query and the nearest sentence, at least 0. Runs in a worker thread. */
export function scoreSentences(query: string, listings: readonly (readonly string[])[]): number[] {
  const queryVector = builtinVectorOf(wordsOf(query));
  const cosines = new Map<string, number>();
  return listings.map((texts) => {
    let nearest = 0;
    for (const text of texts) {
      for (const sentence of splitSentences(text)) {
        let cosine = cosines.get(sentence);
        if (cosine === undefined) {
          cosine = dotProduct(queryVector, vectorOf(sentence));
          cosines.set(sentence, cosine);
        }
        if (cosine > nearest) nearest = cosine;
      }
    }
    return nearest;
  });
}

function vectorOf(sentence: string): Float32Array {
  const known = kept.get(sentence);
  if (known !== undefined) return known;
  const vector = builtinVectorOf(wordsOf(sentence));
  kept.set(sentence, vector);
  return vector;
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
