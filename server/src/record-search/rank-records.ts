import { setImmediate } from "node:timers/promises";
import { weightOf } from "../models/index.ts";
import { cosineAt } from "../platform/vectors/quantized.ts";
import { NAME_MATCH, nameMatcher } from "./name-match.ts";
import type { RecordVectorRow } from "./page-of-vectors.sql.ts";
import { informativeWords } from "./record-vector-row.ts";

/** The similarity of a record whose text contains every query word, without other evidence. */
const FULL_TEXT_SIMILARITY = 0.5;

export type Found = { id: number; similarity: number };

/** The number of matches and the best of them. */
export type Ranking = { total: number; found: Found[] };

/** The vector of a query by one model, and the cosine below which similarity is chance. */
export type Meaning = { vector: Float32Array; noise: number };

/** A query with its vectors by model, the part of it that texts are compared with, and the number of results. */
type RankQuery = { name: string; text: string; meant: ReadonlyMap<string, Meaning>; limit: number };

/** The records whose similarity to the query is above chance: their number, and the `limit` best, best first. */
export async function rankRecords(
  pages: AsyncIterable<RecordVectorRow[]> | Iterable<RecordVectorRow[]>,
  rankQuery: RankQuery,
): Promise<Ranking> {
  const { name, text, meant, limit } = rankQuery;
  const matchName = nameMatcher(name);
  const shareNamed = sharesOf(text);
  let found: Found[] = [];
  let total = 0;
  for await (const page of pages) {
    for (const { record_id, model, title, vector, matchedStems } of page) {
      const inModel = meant.get(model);
      if (!inModel) continue;
      const { noise } = inModel;
      const meaning = bestCosine(inModel.vector, vector);
      const likeness = either(
        meaning < noise ? 0 : meaning,
        FULL_TEXT_SIMILARITY * shareNamed(matchedStems) ** 2,
      );
      const similarity = rounded(combine(matchName(title), likeness));
      if (similarity < noise) continue;
      found.push({ id: record_id, similarity });
      total++;
    }
    found = best(found, limit);
    // A page takes a few milliseconds; other work can run before the next.
    await setImmediate();
  }
  return { total, found };
}

function best(found: Found[], limit: number): Found[] {
  return found.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, limit);
}

/** The maximum over the whole text and its passages. */
function bestCosine(meant: Float32Array, vectors: Buffer): number {
  const numbers = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length);
  let best = 0;
  for (let start = 0; start < numbers.length; start += meant.length) {
    best = Math.max(best, cosineAt(meant, numbers, start));
  }
  return Math.min(best, 1);
}

/** The weighted share of the query's words that those stems cover, 0 to 1. */
function sharesOf(query: string): (stems: string[]) => number {
  const weights = new Map(informativeWords(query).map(({ text, stem }) => [stem, weightOf(text)]));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (stems) => (all === 0 ? 0 : stems.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0) / all);
}

/** Combines two pieces of evidence (noisy or). */
function either(one: number, other: number): number {
  return 1 - (1 - one) * (1 - other);
}

/** Combines name and meaning; a text match never ranks above a complete name match. */
function combine(name: number, meaning: number): number {
  if (name >= NAME_MATCH) return Math.min(name, 1);
  return Math.min(either(name, meaning), NAME_MATCH - 0.005);
}

/** Rounded, because more digits would not be significant. */
function rounded(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000;
}
