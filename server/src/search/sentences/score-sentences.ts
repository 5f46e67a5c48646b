import { LRUCache } from "lru-cache";
import { builtinTextModel } from "../../models/index.ts";
import { splitSentences } from "./split-sentences.ts";

/** About 15 MB. */
const SENTENCES_KEPT = 10_000;

/** Sentences of facts are the same for many listings. */
const kept = new LRUCache<string, Float32Array>({ max: SENTENCES_KEPT });

/** For each listing, by its texts, the cosine of the query and the nearest sentence, at least 0. Runs in a worker thread. */
export async function scoreSentences(
  query: string,
  listings: readonly (readonly string[])[],
): Promise<number[]> {
  const sentences = listings.map((texts) => texts.flatMap(splitSentences));
  const distinct = new Set(sentences.flat());
  const missing = [...distinct].filter((sentence) => !kept.has(sentence));
  const [queryVector, ...embedded] = await builtinTextModel.embed([query, ...missing]);
  const vectors = new Map(missing.map((sentence, nth) => [sentence, embedded[nth] as Float32Array]));
  const cosines = new Map<string, number>();
  for (const sentence of distinct) {
    const vector = vectors.get(sentence) ?? kept.get(sentence);
    if (vector) cosines.set(sentence, dotProduct(queryVector as Float32Array, vector));
  }
  for (const [sentence, vector] of vectors) kept.set(sentence, vector);
  return sentences.map((own) => Math.max(0, ...own.map((each) => cosines.get(each) ?? 0)));
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
