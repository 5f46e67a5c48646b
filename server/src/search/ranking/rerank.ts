import { LRUCache } from "lru-cache";
import { builtinTextModel, correctSpelling } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { type FoundListing, similarityOf } from "./score.ts";
import { type SentencesOf, sentencesOfListings } from "./sentences.ts";

/** Of so many that were found first the sentences are read: some hundred sentences, most of them read before. */
const LOOKED_AT = 30;
/** What the nearest sentence weighs in the meaning, beside the nearest passage. */
const SENTENCE = 0.7;
const SENTENCES_KEPT = 5000;

/** Sentences of facts are the same for many listings. */
const kept = new LRUCache<string, Float32Array>({ max: SENTENCES_KEPT });

/**
 * The same listings, with the meaning of the first ones read sentence by sentence, best first. The builtin model's vector of a
 * passage blurs what each sentence says; a model that reads passages needs none of this.
 */
export async function rerank(ctx: Context, text: string, found: FoundListing[]): Promise<FoundListing[]> {
  const sentences = await sentencesOfListings(
    ctx.db,
    found.slice(0, LOOKED_AT).map(({ id }) => id),
  );
  const nearness = await nearnessTo(text, sentences);
  return found
    .map((listing) => {
      const meaning =
        (1 - SENTENCE) * listing.parts.meaning + SENTENCE * Math.max(0, nearness.get(listing.id) ?? 0);
      const parts = { ...listing.parts, meaning: Math.min(1, meaning) };
      return { ...listing, parts, similarity: similarityOf(parts) };
    })
    .sort((a, b) => b.similarity - a.similarity || a.id - b.id);
}

/** The cosine of the text and each listing's nearest sentence. */
async function nearnessTo(text: string, sentences: SentencesOf): Promise<Map<number, number>> {
  const all = new Set([...sentences.values()].flat());
  const unread = [...all].filter((sentence) => !kept.has(sentence));
  const [queryVector, ...read] = await builtinTextModel.embed([correctSpelling(text), ...unread]);
  const vectors = new Map(unread.map((sentence, nth) => [sentence, read[nth] as Float32Array]));
  const products = new Map<string, number>();
  for (const sentence of all) {
    const vector = vectors.get(sentence) ?? kept.get(sentence);
    if (vector) products.set(sentence, product(queryVector as Float32Array, vector));
  }
  for (const [sentence, vector] of vectors) kept.set(sentence, vector);
  return new Map(
    [...sentences].map(([id, own]) => [id, Math.max(0, ...own.map((each) => products.get(each) ?? 0))]),
  );
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
