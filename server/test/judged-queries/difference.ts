import { SeededRandom } from "../search-oracle/seeded-random.ts";

const RESAMPLES = 10_000;
const SEED = 95;

export type Difference = { mean: number; low: number; high: number };

/** How much better one is than another on the same queries, with the 95 % interval of a paired bootstrap. */
export function difference(better: readonly number[], worse: readonly number[]): Difference {
  const differences = better.map((value, at) => value - (worse[at] as number));
  const random = new SeededRandom(SEED);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => random.pick(differences))),
  );
  means.sort((a, b) => a - b);
  return {
    mean: mean(differences),
    low: means[Math.floor(RESAMPLES * 0.025)] as number,
    high: means[Math.ceil(RESAMPLES * 0.975) - 1] as number,
  };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
