import type { Grade } from "./home.ts";

const PLACES = 10;

/**
 * How good the first ten answers are, 0 to 1: the gain of a grade is 2^grade − 1, halved more the later it comes (log2), as a
 * share of what the best ten there are would have brought.
 *
 * @param answers grades of what was answered, in its order.
 * @param all grades of everything that could have been.
 */
export function ndcg(answers: readonly Grade[], all: readonly Grade[]): number {
  const best = gain(all.toSorted((a, b) => b - a));
  return best === 0 ? 0 : gain(answers) / best;
}

function gain(grades: readonly Grade[]): number {
  return grades
    .slice(0, PLACES)
    .reduce<number>((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}
