import type { NumberColumn, WordColumn } from "../search-index/columns.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import { statusInApi } from "../statuses.ts";
import { type Bands, priceBands, yearBands } from "./bands.ts";

/** What a facet counts, and the filter that is lifted for it: the filter of its own parameter. */
export type FacetSpec =
  | { kind: "words"; column: WordColumn; own: keyof ListingFilters; spell?: (word: string) => string }
  /** All features of a filter must be there, so that it is not lifted (search.md, D18). */
  | { kind: "features"; own: null }
  | { kind: "numbers"; column: NumberColumn; own: keyof ListingFilters }
  | { kind: "bands"; column: NumberColumn; own: keyof ListingFilters; bands: Bands };

/** The facets of listings, by the name of the parameter that takes their values. */
export const facetTable = {
  city: { kind: "words", column: "city", own: "city" },
  property_type: { kind: "words", column: "type", own: "propertyType" },
  status: { kind: "words", column: "status", own: "status", spell: statusInApi },
  beds: { kind: "numbers", column: "beds", own: "beds" },
  baths: { kind: "numbers", column: "baths", own: "baths" },
  price: { kind: "bands", column: "price", own: "price", bands: priceBands },
  year_built: { kind: "bands", column: "yearBuilt", own: "yearBuilt", bands: yearBands },
  features: { kind: "features", own: null },
  county: { kind: "words", column: "county", own: "county" },
  zip: { kind: "words", column: "zip", own: "zip" },
} as const satisfies Record<string, FacetSpec>;

export type FacetName = keyof typeof facetTable;
export const facetNames = Object.keys(facetTable) as FacetName[];

/** Values of a facet: the most frequent ones. */
export const MAX_FACET_VALUES = 50;

export type ValueCount<Value> = { value: Value; count: number };
export type BandCount = { min: number; max: number; count: number };
export type Facets = Partial<Record<FacetName, (ValueCount<string | number> | BandCount)[]>>;
