import { expect, test } from "vitest";
import { difference } from "./difference.ts";
import { ndcg } from "./ndcg.ts";

test("the best order of the best answers is 1, and nothing that was asked is 0", () => {
  expect(ndcg([3, 2, 1], [1, 3, 0, 2, 0])).toBe(1);
  expect(ndcg([0, 0], [3, 2, 0, 0])).toBe(0);
  expect(ndcg([], [3])).toBe(0);
});

test("gains and discounts are those computed by hand", () => {
  // (1 + 7 / 1.58496 + 3 / 2) of (7 + 3 / 1.58496 + 1 / 2)
  expect(ndcg([1, 3, 2], [3, 2, 1])).toBeCloseTo(6.916508 / 9.392789, 5);
  // 7 / log2(11), of 7: the only right answer comes tenth.
  expect(ndcg([0, 0, 0, 0, 0, 0, 0, 0, 0, 3], [3])).toBeCloseTo(0.289065, 5);
});

test("what comes after the tenth does not count, in the answers and in the ideal", () => {
  expect(ndcg([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], [3])).toBe(0);
  expect(ndcg(Array(10).fill(3), Array(40).fill(3))).toBe(1);
});

test("an answer too few is as bad as a wrong one", () => {
  expect(ndcg([3], [3, 3])).toBe(ndcg([3, 0], [3, 3]));
});

test("the interval of a difference holds its mean, is the same each time, and is no wider than what was measured", () => {
  const better = [0.9, 0.8, 0.7, 0.95, 0.6, 0.85];
  const worse = [0.5, 0.6, 0.4, 0.55, 0.5, 0.45];
  const measured = difference(better, worse);
  expect(measured.mean).toBeCloseTo(0.3, 10);
  expect(measured.low).toBeGreaterThan(0.1);
  expect(measured.low).toBeLessThan(0.3);
  expect(measured.high).toBeGreaterThan(0.3);
  expect(measured.high).toBeLessThanOrEqual(0.4);
  expect(difference(better, worse)).toEqual(measured);
});

test("two that are the same differ by nothing", () => {
  expect(difference([0.2, 0.4], [0.2, 0.4])).toEqual({ mean: 0, low: 0, high: 0 });
});
