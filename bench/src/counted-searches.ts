import { facetNames } from "../../server/src/listings/facets/facet-table.ts";
import type { GivenFilters } from "../../server/src/listings/filters/filter-fields.ts";
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

/** Searches that find less than ten, with up to nine filters: as parameters, and as the index has them. */
export function narrowSearches(sample: readonly ListingRow[]) {
  const each = (name: string, of: (row: ListingRow) => { given: GivenFilters; filters: ListingFilters }) => ({
    name: `near misses: ${name}`,
    queries: sample.map(of),
  });
  return [
    each("a price that none has, beds, type, city", ({ price, beds, city }) => ({
      given: {
        max_price: price / 1000,
        min_beds: beds,
        property_type: ["Residential"],
        city: [city as string],
      },
      filters: {
        price: { max: price / 1000 },
        beds: { min: beds },
        propertyType: "Residential",
        city: [city as string],
      },
    })),
    each("nine filters", (row) => ({
      given: {
        ...{
          min_sqft: 4 * row.sqft,
          max_price: row.price / 2,
          min_beds: 2,
          min_baths: 1,
          min_year_built: 1950,
        },
        ...{
          property_type: ["Residential"],
          status: ["Active"],
          county: [row.county as string],
          zip: [row.zip as string],
        },
      },
      filters: {
        ...{
          sqft: { min: 4 * row.sqft },
          price: { max: row.price / 2 },
          beds: { min: 2 },
          baths: { min: 1 },
        },
        ...{ yearBuilt: { min: 1950 }, propertyType: "Residential", status: ["Active"] },
        ...{ county: [row.county as string], zip: [row.zip as string] },
      },
    })),
    each("a box without homes, and features", ({ lat, lng, features }) => ({
      given: {
        ...{ min_lat: lat + 1e-6, max_lat: lat + 2e-6, min_lng: lng + 1e-6, max_lng: lng + 2e-6 },
        features: features.slice(0, 3),
      },
      filters: {
        box: { minLat: lat + 1e-6, maxLat: lat + 2e-6, minLng: lng + 1e-6, maxLng: lng + 2e-6 },
        features: features.slice(0, 3),
      },
    })),
  ];
}
