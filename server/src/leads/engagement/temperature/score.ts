import { type Signal, signalWeights } from "./signals.ts";

/** After so long without a sign, half of the score is left. */
const HALF_LIFE_MS = 14 * 86_400_000;
const MAX_SCORE = 100;

/** SPEC: Engagement temperature; the thresholds are fixed. */
export const WARM_FROM = 30;
export const HOT_FROM = 70;

export const bands = ["cold", "warm", "hot"] as const;
export type Band = (typeof bands)[number];

/*
 * A score falls by half in each half-life. Its logarithm falls by one, at the same pace for all leads; so
 * `log2(score) + time in half-lives` stays what it is while nothing happens. That number is kept with the lead as its
 * heat: the score of any moment follows from it, and the order by heat is the order by score at every moment.
 */

/** The heat after one more signal, which is no earlier than those before it; null is no heat at all. */
export function heatAfter(heat: number | null, { kind, occurredAt }: Signal): number {
  const time = halfLives(occurredAt);
  const before = heat === null ? 0 : 2 ** (heat - time);
  return Math.log2(Math.min(before + signalWeights[kind], MAX_SCORE)) + time;
}

/** The heat of all signals of a lead, in whichever order. */
export function heatOf(signals: readonly Signal[]): number | null {
  return inOrder(signals).reduce<number | null>(heatAfter, null);
}

export function inOrder(signals: readonly Signal[]): Signal[] {
  return signals.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

/** 0 to 100, to a tenth: what is shown, and what its band goes by. */
export function scoreAt(heat: number | null, now: Date): number {
  if (heat === null) return 0;
  return Math.min(MAX_SCORE, Math.round(2 ** (heat - halfLives(now)) * 10) / 10);
}

export function temperatureAt(heat: number | null, now: Date): { score: number; band: Band } {
  const score = scoreAt(heat, now);
  return { score, band: score >= HOT_FROM ? "hot" : score >= WARM_FROM ? "warm" : "cold" };
}

/** From which heat on a lead has at least that score at that time: for filters. Rounding counts, as in `scoreAt`. */
export function heatFor(score: number, now: Date): number {
  return Math.log2(score - 0.05) + halfLives(now);
}

function halfLives(time: Date): number {
  return time.getTime() / HALF_LIFE_MS;
}
