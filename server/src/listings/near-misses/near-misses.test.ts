import { describe, expect, it } from "vitest";
import { randomListing } from "../../../test/index-oracle/random-listings.ts";
import { hostileAreas } from "../../../test/polygon-oracle/hostile-areas.ts";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import { polygonOf } from "../polygon/parse-polygon.ts";
import { ListingIndex, type ListingRow } from "../search-index/listing-index.ts";
import { findNearMisses } from "./near-misses.ts";

const random = new SeededRandom(20261124);
/** Two thousand lines on top of each other, from 0.5 degrees west of its middle to 0.5 east. */
const polygon = { type: "MultiPolygon", coordinates: hostileAreas(random)["a line there and back"] };

const filters = { polygon: polygonOf(polygon, ["query", "polygon"]), price: { min: 500_000 } };
const page = { sort: { by: "list_date", descending: true }, offset: 0, limit: 10 } as const;

/** An index of a home that costs less, and of many others. */
function indexOf(others: () => Partial<ListingRow>): ListingIndex {
  const index = new ListingIndex();
  const cheap = { lng: -122.4, lat: 47.6, price: 450_000 };
  index.load(
    Array.from({ length: 20_000 }, (_, nth) => ({
      ...randomListing(nth + 1, random),
      ...(nth === 0 ? cheap : others()),
    })),
  );
  for (const _ of index.finishLoading());
  return index;
}

describe("findNearMisses", () => {
  it("leaves out a wider polygon that is too costly to search, and keeps the other changes", () => {
    const index = indexOf(() => ({ ...onLines(0.55 + 0.07 * random.next(), 1.25), price: 600_000 }));
    expect(index.search({ ...filters, ...page }).total).toBe(0);
    const misses = findNearMisses(index.counted, { polygon, min_price: 500_000 }, filters, { total: 0 });
    expect(misses).toEqual([{ parameter: "min_price", from: 500_000, to: 375_000, total: 1 }]);
  });

  it("are none where the polygon is too costly for the listings that only another filter leaves out", () => {
    const index = indexOf(() => ({ ...onLines(random.next() - 0.5, 1), price: 450_000 }));
    expect(index.search({ ...filters, ...page }).total).toBe(0);
    expect(findNearMisses(index.counted, { polygon, min_price: 500_000 }, filters, { total: 0 })).toEqual([]);
  });
});

/** A place on the polygon's lines, so far east of its middle, when it is scaled by a factor. */
function onLines(east: number, factor: number): { lng: number; lat: number } {
  return { lng: -122 + east, lat: 47.5 + 0.7 * east - 0.05 * factor };
}
