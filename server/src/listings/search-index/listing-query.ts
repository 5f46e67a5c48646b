import type { Box } from "../distance.ts";

export type SortField = "list_price" | "beds" | "baths" | "sqft" | "list_date" | "distance_miles";

/** What listings must be. Bounds are inclusive; an absent one does not filter. */
export type ListingFilters = {
  /** Ids of sources; absent means all. */
  sourceIds?: readonly number[];
  city?: string;
  /** One of these. */
  cities?: readonly string[];
  state?: string;
  county?: string;
  zip?: string;
  propertyType?: string;
  /** RESO PropertySubType. */
  subtype?: string;
  /** RESO StandardStatus; absent means every public one. */
  status?: string;
  price?: Range;
  beds?: Range;
  baths?: Range;
  sqft?: Range;
  acres?: Range;
  yearBuilt?: Range;
  stories?: Range;
  garageSpaces?: Range;
  box?: Box;
  radius?: { lat: number; lng: number; miles: number };
  /** Excluded values; listings without a value match. */
  not?: ListingExclusions;
};

export type ListingExclusions = {
  cities?: readonly string[];
  counties?: readonly string[];
  zips?: readonly string[];
  propertyTypes?: readonly string[];
  subtypes?: readonly string[];
};

/** A search as the index understands it. */
export type ListingQuery = ListingFilters & {
  sort: { by: SortField; descending: boolean };
  offset: number;
  limit: number;
};

export type Range = { min?: number; max?: number };

export type ListingHit = { id: number; revision: number; listingId: string; miles?: number };

export type ListingHits = { total: number; hits: ListingHit[] };
