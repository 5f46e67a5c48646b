import { describe, expect, it } from "vitest";
import { ListingPictures } from "./listing-pictures.ts";

/** The same numbers each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("ListingEnrichments", () => {
  it("knows what listings show, however often that has changed", async () => {
    const random = chance(7);
    const listings = new ListingPictures();
    const naive = new Map<number, number[]>();
    for (let change = 0; change < 3000; change++) {
      const id = 1 + random(200);
      const count = random(4) === 0 ? 0 : 100 + random(60);
      const enrichments = [...new Set(Array.from({ length: count }, () => 1 + random(5000)))];
      listings.put(id, { enrichments, photos: enrichments });
      naive.set(id, enrichments);
    }
    for (const [id, enrichments] of naive) expect([...listings.of(id)]).toEqual(enrichments);
    expect(listings.photos).toBe([...naive.values()].flat().length);
    const some = [...naive.keys()].filter((id) => id % 3 === 0);
    const shown = new Set(some.flatMap((id) => naive.get(id) as number[]));
    expect([...(await listings.among(Float64Array.from(some))).toArray()]).toEqual(
      [...shown].sort((a, b) => a - b),
    );
  });

  it("shows the first picture's listings first, in the order of their ids, and counts all", async () => {
    const listings = new ListingPictures();
    listings.put(3, { enrichments: [10, 11], photos: [10, 11] });
    listings.put(1, { enrichments: [12, 11], photos: [12, 11] });
    listings.put(2, { enrichments: [10], photos: [10] });
    listings.put(4, { enrichments: [13], photos: [13] });
    const all = Float64Array.of(4, 3, 2, 1);
    const photos = await listings.showing([11, 10], all, { limit: 3, onePerListing: false });
    expect(photos.total).toBe(4);
    expect(photos.shown.map(({ listingId, enrichmentId, nth }) => [listingId, enrichmentId, nth])).toEqual([
      [1, 11, 0],
      [3, 11, 0],
      [2, 10, 1],
    ]);
    const once = await listings.showing([11, 10], all, { limit: 9, onePerListing: true });
    expect(once.shown.map(({ listingId, enrichmentId }) => [listingId, enrichmentId])).toEqual([
      [1, 11],
      [3, 11],
      [2, 10],
    ]);
    expect(once.total).toBe(3);
  });

  it("asks for pictures it has never heard of, and gets nothing", async () => {
    const listings = new ListingPictures();
    listings.put(1, { enrichments: [5], photos: [5] });
    expect(await listings.showing([99_999], Float64Array.of(1), { limit: 5, onePerListing: true })).toEqual({
      shown: [],
      total: 0,
    });
    expect([...(await listings.among([7])).toArray()]).toEqual([]);
  });
});
