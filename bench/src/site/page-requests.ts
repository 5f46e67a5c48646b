import { type ListingPlace, listingPath } from "../../../web/shared/listing.ts";
import { FACETS } from "../../../web/site/pages/results/find-homes.ts";
import { PAGE_SIZE } from "../../../web/site/searches/search.ts";
import { narrowFilters, type QuerySpace } from "../peers/queries.ts";
import { seeded } from "../synthetic-listings.ts";

/** A page, and the API's reply that holds most of what it shows. */
export type PageRequest = { page: string; api: string };

/** Searches of `/homes`, each different from all others: a town, a range of prices, a part of the map; in turn. */
export function* homesRequests(space: QuerySpace, cities: readonly string[]): Generator<PageRequest, never> {
  const random = seeded(7);
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least));
  for (let nth = 0; ; nth++) {
    const filters = [
      () => ({
        city: cities[whole(0, cities.length)]!,
        max_price: whole(400_000, 900_000),
        min_beds: whole(1, 4),
      }),
      () => ({
        min_price: whole(100_000, 300_000),
        max_price: whole(400_000, 900_000),
        min_baths: whole(1, 3),
      }),
      () => narrowFilters(space, space.halfHeights.thousand, random),
    ][nth % 3]!();
    const stated = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
    const requested: [string, string][] = [
      ...stated,
      ["state", "any"],
      ["page", "1"],
      ["page_size", String(PAGE_SIZE)],
      ["near_misses", "true"],
      ...FACETS.map((facet): [string, string] => ["facets", facet]),
    ];
    yield {
      page: `/homes?${new URLSearchParams(stated)}`,
      api: `/api/properties?${new URLSearchParams(requested)}`,
    };
  }
}

export function listingRequest(listing: ListingPlace): PageRequest {
  return {
    page: listingPath(listing),
    api: `/api/properties/${encodeURIComponent(listing.listing_id)}`,
  };
}
