import { describe, expect, it } from "vitest";
import { randomListing } from "../../../test/index-oracle/random-listings.ts";
import { hostileAreas } from "../../../test/polygon-oracle/hostile-areas.ts";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import { polygonOf } from "../polygon/parse-polygon.ts";
import { ListingIndex } from "../search-index/listing-index.ts";
import { findNearMisses } from "./near-misses.ts";

const random = new SeededRandom(20261124);
/** A thousand lines on top of each other, which end a tenth of their length before the listings of `beyond`. */
const polygon = { type: "MultiPolygon", coordinates: hostileAreas(random)["a line there and back"] };

describe("findNearMisses", () => {
  it("leaves out a wider polygon that is too costly to search, and keeps the other changes", () => {
    const index = new ListingIndex();
    const listings = Array.from({ length: 20_000 }, (_, nth) => ({
      ...randomListing(nth + 1, random),
      ...(nth === 0 ? { lng: -122.4, lat: 47.6, price: 450_000 } : { ...beyond(), price: 600_000 }),
    }));
    index.load(listings);
    for (const _ of index.finishLoading());
    const area = polygonOf(polygon, ["query", "polygon"]);
    const filters = { polygon: area, price: { min: 500_000 } };
    const page = { sort: { by: "list_date", descending: true }, offset: 0, limit: 10 } as const;
    expect(index.search({ ...filters, ...page }).total).toBe(0);
    const misses = findNearMisses(index.counted, { polygon, min_price: 500_000 }, filters, 0);
    expect(misses).toEqual([{ parameter: "min_price", from: 500_000, to: 375_000, total: 1 }]);
  });
});

/** Outside of the polygon, on the lines of one that is wider by a quarter. */
function beyond(): { lng: number; lat: number } {
  const east = 0.55 + 0.07 * random.next();
  return { lng: -122 + east, lat: 47.5 + 0.375 - (0.625 - east) * 0.7 };
}
