import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdSet } from "./id-set.ts";

const id = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 2 ** 40 }));
const ids = fc.oneof(
  fc.uniqueArray(id, { maxLength: 300 }),
  fc.uniqueArray(fc.integer({ min: 1, max: 2000 }), { maxLength: 1500, size: "max" }),
);

describe("A set of ids", () => {
  it("has what a Set has, dense or sparse, also in another thread and filtered", () => {
    fc.assert(
      fc.property(ids, fc.array(id, { maxLength: 300 }), (members, others) => {
        const expected = new Set(members);
        const set = IdSet.of(Float64Array.from(members));
        const copy = new IdSet(structuredClone(set.data), set.size);
        const sorted = members.toSorted((a, b) => a - b);
        for (const each of [set, copy]) {
          expect(each.size).toBe(expected.size);
          expect([...each.toArray()]).toEqual(sorted);
          for (const other of [...members, ...others]) expect(each.has(other)).toBe(expected.has(other));
        }
        expect(set.first(7)).toEqual(sorted.slice(0, 7));
        const odd = set.filter((each) => each % 2 === 1);
        expect([...odd.toArray()]).toEqual(sorted.filter((each) => each % 2 === 1));
        expect(odd.size).toBe(odd.toArray().length);
      }),
      { numRuns: 200 },
    );
  });
});
