import { setImmediate } from "node:timers/promises";
import type { TextModel } from "../../models/index.ts";

/** Number of comparisons after which the event loop gets to run. */
const YIELD_EVERY = 128;
/** Similarity counts from MIN_ABOVE_NOISE above the model's noise, and is full at FULL_ABOVE_NOISE. */
const MIN_ABOVE_NOISE = 0.15;
const FULL_ABOVE_NOISE = 0.45;

/** Similarity in meaning of two texts, 0 to 1. */
export type Similarity = (wanted: string, offered: string) => number;

/** Compares all of `wanted` with all of `offered`, yielding to the event loop regularly. */
export async function compareTexts(
  model: TextModel,
  wanted: readonly string[],
  offered: readonly string[],
): Promise<Similarity> {
  const [wishes, offers] = [[...new Set(wanted)], [...new Set(offered)]];
  if (wishes.length === 0 || offers.length === 0) return () => 0;
  const vectors = await model.embed([...wishes, ...offers]);
  const wishVectors = vectors.slice(0, wishes.length);
  const found = new Map<string, Float32Array>();
  for (const [nth, offer] of offers.entries()) {
    const vector = vectors[wishes.length + nth] as Float32Array;
    found.set(
      offer,
      Float32Array.from(wishVectors, (wish) => scaled(cosine(wish, vector), model.noise)),
    );
    if (nth % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate();
  }
  const places = new Map(wishes.map((wish, nth) => [wish, nth]));
  return (wish, offer) => found.get(offer)?.[places.get(wish) ?? -1] ?? 0;
}

function scaled(cosine: number, noise: number): number {
  return Math.min(1, Math.max(0, (cosine - noise - MIN_ABOVE_NOISE) / (FULL_ABOVE_NOISE - MIN_ABOVE_NOISE)));
}

/** Cosine of two unit vectors. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}
