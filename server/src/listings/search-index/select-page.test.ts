import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortByKey } from "./radix-sort.ts";
import { PageSelection } from "./select-page.ts";

const key = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(Infinity),
);
const keys = fc.array(key, { minLength: 1, maxLength: 500 });

describe("A page selected from listings in no order", () => {
  it("is what sorting by key and label would put there", () => {
    const selection = new PageSelection();
    fc.assert(
      fc.property(keys, fc.nat(600), fc.integer({ min: 1, max: 100 }), (keys, offset, limit) => {
        const ordinals = Int32Array.from(keys, (_, nth) => nth);
        // Any order of labels that is not the order of the ordinals.
        const labelOf = (ordinal: number) => (ordinal * 7919) % 10_007;
        const sorted = [...ordinals].sort(
          (a, b) => compare(keys[a] as number, keys[b] as number) || labelOf(a) - labelOf(b),
        );
        const page = selection.page(ordinals, (ordinal) => keys[ordinal] as number, labelOf, {
          offset,
          limit,
        });
        expect(page).toEqual(sorted.slice(offset, offset + limit));
      }),
      { numRuns: 300 },
    );
  });
});

describe("Sorting ordinals by doubles", () => {
  it("is stable, and has negative numbers, both zeros and infinity where they belong", () => {
    fc.assert(
      fc.property(keys, (keys) => {
        const ordinals = Int32Array.from(keys, (_, nth) => nth);
        const steps = sortByKey(ordinals, (ordinal) => keys[ordinal] as number);
        let step = steps.next();
        while (!step.done) step = steps.next();
        const sorted = [...ordinals].sort((a, b) => compare(keys[a] as number, keys[b] as number) || a - b);
        expect([...step.value]).toEqual(sorted);
      }),
      { numRuns: 300 },
    );
  });
});

function compare(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
