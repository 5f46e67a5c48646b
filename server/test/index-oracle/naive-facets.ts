import type { FacetName } from "../../src/listings/facets/facet-table.ts";
import type { ListingRow } from "../../src/listings/search-index/listing-index.ts";
import type { ListingFilters } from "../../src/listings/search-index/listing-query.ts";
import { type Band, wrongBands } from "../search-oracle/wrong-bands.ts";
import { matches } from "./naive-search.ts";

type ValueOf = (listing: ListingRow) => (string | number | null)[];

const texts = {
  city: (listing) => [listing.city === "BOISE" ? "Boise" : listing.city],
  property_type: ({ type }) => [type],
  status: ({ status }) => [status === "Closed" ? "Sold" : status],
  county: ({ county }) => [county],
  zip: ({ zip }) => [zip],
  features: ({ features }) => [...features],
} satisfies Partial<Record<FacetName, ValueOf>>;

const numbers = { beds: ({ beds }) => [beds], baths: ({ baths }) => [baths] } satisfies Partial<
  Record<FacetName, ValueOf>
>;

const own = {
  city: "city",
  property_type: "propertyType",
  status: "status",
  county: "county",
  zip: "zip",
  beds: "beds",
  baths: "baths",
  price: "price",
  year_built: "yearBuilt",
} as const;

/** Looks at every listing once for each facet, with the facet's own filter left out. */
export function naiveFacet(listings: readonly ListingRow[], filters: ListingFilters, name: FacetName) {
  if (name === "price" || name === "year_built") throw new Error("Bands are compared by wrongFacetBands");
  const isText = name in texts;
  const valuesOf: ValueOf = isText
    ? texts[name as keyof typeof texts]
    : numbers[name as keyof typeof numbers];
  const counts = new Map<string | number, number>();
  for (const listing of listings) {
    if (!matches(listing, without(filters, name))) continue;
    for (const value of valuesOf(listing)) {
      if (value === null || value === "" || Number.isNaN(value)) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const all = [...counts].map(([value, count]) => ({ value, count }));
  const byValue = (a: { value: string | number }, b: { value: string | number }) =>
    a.value < b.value ? -1 : 1;
  const most = all.sort((a, b) => b.count - a.count || byValue(a, b)).slice(0, 50);
  return isText ? most : most.sort(byValue);
}

/** What is wrong with the bands of a facet, by every listing with the facet's own filter left out. */
export function wrongFacetBands(
  listings: readonly ListingRow[],
  filters: ListingFilters,
  { name, bands }: { name: "price" | "year_built"; bands: readonly Band[] },
): string | null {
  const column = name === "price" ? "price" : "yearBuilt";
  const values = listings
    .filter((listing) => matches(listing, without(filters, name)))
    .map((listing) => listing[column]);
  return wrongBands(
    values.filter((value) => !Number.isNaN(value)),
    bands,
  );
}

function without(filters: ListingFilters, name: FacetName): ListingFilters {
  if (name === "features") return filters;
  return { ...filters, [own[name]]: undefined };
}
