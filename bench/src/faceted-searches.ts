import { facetNames } from "../../server/src/listings/facets/facet-table.ts";
import type { ListingRow } from "../../server/src/listings/search-index/listing-index.ts";
import type { ListingFilters } from "../../server/src/listings/search-index/listing-query.ts";

/** Searches whose facets are counted: without any filter, of every width, and with filters that are lifted. */
export function facetedSearches(sample: readonly ListingRow[], count: number) {
  const scale = Math.sqrt(100_000 / count);
  const around = ({ lat, lng }: ListingRow, half: number): ListingFilters => ({
    box: { minLat: lat - half, maxLat: lat + half, minLng: lng - 1.3 * half, maxLng: lng + 1.3 * half },
  });
  const each = (name: string, filtersOf: (row: ListingRow) => ListingFilters) => ({
    name: `ten facets: ${name}`,
    queries: sample.map((row) => ({ ...filtersOf(row), names: facetNames })),
  });
  return [
    each("no filter", () => ({})),
    each("state and status", () => ({ state: "ID", status: "Active" })),
    each("box, ~10", (row) => ({ status: "Active", ...around(row, 0.04 * scale) })),
    each("box, ~1k", (row) => ({ status: "Active", ...around(row, 0.4 * scale) })),
    each("a metropolitan area", (row) => ({ status: "Active", ...around(row, 0.5) })),
    each("a city", (row) => ({ city: row.city as string })),
    each("price and beds", ({ price, beds }) => ({ price: { max: price }, beds: { min: beds } })),
    each("features", ({ features }) => ({ features: features.slice(0, 2) })),
    each("nine filters, all lifted", (row) => ({
      city: [row.city as string, "City 1-1", "City 2-2"],
      propertyType: "Residential",
      status: ["Active", "Closed"],
      beds: { min: 2 },
      baths: { min: 1 },
      price: { max: 2 * row.price },
      yearBuilt: { min: 1950 },
      county: [row.county as string, "County 1", "County 2"],
      zip: [row.zip as string, "83101", "83202"],
    })),
    each("days on market, lifted", ({ price }) => ({
      state: "ID",
      price: { max: 2 * price },
      beds: { min: 1 },
      daysOnMarket: { max: 400 },
      today: Object.fromEntries([["America/Boise", 20_700]]),
    })),
  ];
}
