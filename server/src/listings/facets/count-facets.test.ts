import { expect, it } from "vitest";
import { randomListing } from "../../../test/index-oracle/random-listings.ts";
import { hostileAreas } from "../../../test/polygon-oracle/hostile-areas.ts";
import { SeededRandom } from "../../../test/search-oracle/seeded-random.ts";
import { polygonOf } from "../polygon/parse-polygon.ts";
import { ListingIndex } from "../search-index/listing-index.ts";
import { countFacets } from "./count-facets.ts";

it("leaves out the facet whose lifted filter makes a polygon too costly, and keeps the others", () => {
  const random = new SeededRandom(20261124);
  /** Two thousand lines on top of each other. */
  const coordinates = hostileAreas(random)["a line there and back"];
  const index = new ListingIndex();
  index.load(
    Array.from({ length: 20_000 }, (_, nth) => {
      // The first matches all filters, the second all but the bound on beds.
      const east = nth < 2 ? 0 : random.next() - 0.5;
      const place = { lng: -122 + east, lat: 47.5 + 0.7 * east - 0.05 };
      const price = nth < 2 ? 600_000 : random.integer(300, 450) * 1000;
      const only = { city: "Kent", beds: nth === 1 ? 5 : 2, price };
      return { ...randomListing(nth + 1, random), ...place, ...only };
    }),
  );
  for (const _ of index.finishLoading());
  const polygon = polygonOf({ type: "MultiPolygon", coordinates });
  const filters = { polygon, price: { min: 500_000 }, beds: { max: 3 } };
  const sort = { by: "list_date", descending: true } as const;
  const { total } = index.search({ ...filters, sort, offset: 0, limit: 1 });
  const facets = countFacets(index.counted, filters, ["city", "price", "beds"]);
  expect(facets).toEqual({
    city: total === 0 ? [] : [{ value: "Kent", count: total }],
    beds:
      total === 0
        ? []
        : [
            { value: 2, count: total },
            { value: 5, count: total },
          ],
  });
});
