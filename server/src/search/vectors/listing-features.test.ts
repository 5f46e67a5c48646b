import { describe, expect, it } from "vitest";
import { listingFeatures } from "../../models/index.ts";
import { IdSet } from "../../platform/id-set.ts";
import { featureSet, ListingFeatures } from "./listing-features.ts";

const keys = Object.keys(listingFeatures).slice(0, 12);

/** Listings with some features of each, at ids that are this far apart. */
function filled(step: number) {
  const features = new ListingFeatures();
  const held = new Map<number, string[]>();
  for (let nth = 1; nth <= 5000; nth++) {
    const own = keys.filter((_, key) => (nth * 7919 + key * 104_729) % (key + 3) === 0);
    features.put(nth * step, keys);
    features.put(nth * step, own);
    held.set(nth * step, own);
  }
  return { features, held };
}

// Beside each other, a set of ids is a bitmap; far apart it is a list.
describe.each([1, 100_003])("ListingFeatures of ids that are %d apart", (step) => {
  const { features, held } = filled(step);
  const sets = [1, 2, 7, 6000].map((every) => [...held.keys()].filter((id) => (id / step) % every === 0));
  const wanted = [[], keys.slice(0, 1), keys.slice(3, 5), keys.slice(0, 7), keys].map((some) => ({
    some,
    set: featureSet(some),
  }));
  const countOf = (id: number, some: string[]) => some.filter((key) => held.get(id)?.includes(key)).length;

  it("counts those of a listing", () => {
    for (const { some, set } of wanted) {
      for (const id of [step, 17 * step, 4999 * step, 5001 * step]) {
        expect(features.count(id, set)).toBe(countOf(id, some));
        expect(features.hasAny(id, set)).toBe(countOf(id, some) > 0);
      }
    }
  });

  it("finds the listings that have the most of some, and none without any", () => {
    for (const ids of sets) {
      for (const { some, set } of wanted) {
        const most = Math.max(1, ...ids.map((id) => countOf(id, some)));
        const found = features.withMost(IdSet.from(ids), set);
        const expected = ids.filter((id) => countOf(id, some) === most);
        expect([...found.toArray()]).toEqual(expected);
        expect(found.size).toBe(expected.length);
      }
    }
  });

  it("leaves out the listings that have any of the refused ones", () => {
    for (const ids of sets) {
      for (const { some, set } of wanted) {
        const left = features.without(IdSet.from(ids), set);
        const expected = ids.filter((id) => countOf(id, some) === 0);
        expect([...left.toArray()]).toEqual(expected);
        expect(left.size).toBe(expected.length);
      }
    }
  });
});
