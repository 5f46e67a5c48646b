import { setImmediate } from "node:timers/promises";
import type { TextModel } from "../../models/index.ts";

/** Texts that are compared before others get their turn. */
const A_TURN = 128;
/** This far above the model's noise, likeness is no chance; a third of the way on it is as good as the same. */
const CLEAR = 0.15;
const FULL = 0.45;

/** How near in meaning two texts are, 0 to 1. */
export type Likeness = (wanted: string, offered: string) => number;

/** Compares all of `wanted` with all of `offered` at once, in turns that hold up nobody. */
export async function likenessOf(
  model: TextModel,
  wanted: readonly string[],
  offered: readonly string[],
): Promise<Likeness> {
  const [wishes, offers] = [[...new Set(wanted)], [...new Set(offered)]];
  if (wishes.length === 0 || offers.length === 0) return () => 0;
  const vectors = await model.embed([...wishes, ...offers]);
  const wishVectors = vectors.slice(0, wishes.length);
  const found = new Map<string, Float32Array>();
  for (const [nth, offer] of offers.entries()) {
    const vector = vectors[wishes.length + nth] as Float32Array;
    found.set(
      offer,
      Float32Array.from(wishVectors, (wish) => clarity(cosine(wish, vector), model.noise)),
    );
    if (nth % A_TURN === A_TURN - 1) await setImmediate();
  }
  const places = new Map(wishes.map((wish, nth) => [wish, nth]));
  return (wish, offer) => found.get(offer)?.[places.get(wish) ?? -1] ?? 0;
}

function clarity(cosine: number, noise: number): number {
  return Math.min(1, Math.max(0, (cosine - noise - CLEAR) / (FULL - CLEAR)));
}

/** Of two vectors of length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
