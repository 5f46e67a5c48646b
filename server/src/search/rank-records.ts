import { setImmediate } from "node:timers/promises";
import { cosineAt } from "../platform/models/quantised.ts";
import { NAMED, nameMatcher } from "./name-match.ts";
import type { RecordVectorRow } from "./record-vectors.sql.ts";

export type Found = { id: number; similarity: number };

/** The best of the matches, and how many there are. */
export type Ranking = { total: number; found: Found[] };

/** A query, the vector of what it means, the cosine below which a likeness is chance, and how many are wanted. */
type Asked = { query: string; meant: Float32Array; noise: number; limit: number };

/** The records that are like what was asked above chance: how many they are, and the `limit` best, best first. */
export async function rankRecords(
  pages: AsyncIterable<RecordVectorRow[]> | Iterable<RecordVectorRow[]>,
  asked: Asked,
): Promise<Ranking> {
  const { query, meant, noise, limit } = asked;
  const matchName = nameMatcher(query);
  let found: Found[] = [];
  let total = 0;
  for await (const page of pages) {
    for (const { record_id, title, vector } of page) {
      const meaning = bestCosine(meant, vector);
      const similarity = rounded(combine(matchName(title), meaning < noise ? 0 : meaning));
      if (similarity < noise) continue;
      found.push({ id: record_id, similarity });
      total++;
    }
    found = best(found, limit);
    // A page is a few milliseconds; others get their turn before the next.
    await setImmediate();
  }
  return { total, found };
}

function best(found: Found[], limit: number): Found[] {
  return found.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, limit);
}

/** The text as a whole and its passages: the nearest decides. */
function bestCosine(meant: Float32Array, vectors: Buffer): number {
  const numbers = new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length);
  let best = 0;
  for (let start = 0; start < numbers.length; start += meant.length) {
    best = Math.max(best, cosineAt(meant, numbers, start));
  }
  return Math.min(best, 1);
}

/** Two pieces of evidence add up, but no text comes before a name that was asked for. */
function combine(name: number, meaning: number): number {
  if (name >= NAMED) return Math.min(name, 1);
  return Math.min(1 - (1 - name) * (1 - meaning), NAMED - 0.005);
}

/** More digits would say more than is known. */
function rounded(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000;
}
