import type { Box } from "../distance.ts";

export type SortField = "list_price" | "beds" | "baths" | "sqft" | "list_date" | "distance_miles";

/** A search as the index understands it. Bounds are inclusive; an absent one does not filter. */
export type ListingQuery = {
  /** Names of sources; absent means all. */
  sourceIds?: readonly number[];
  city?: string;
  state?: string;
  propertyType?: string;
  /** RESO StandardStatus; absent means every public one. */
  status?: string;
  price?: Range;
  beds?: Range;
  baths?: Range;
  box?: Box;
  radius?: { lat: number; lng: number; miles: number };
  sort: { by: SortField; descending: boolean };
  offset: number;
  limit: number;
};

export type Range = { min?: number; max?: number };

export type ListingHit = { id: number; revision: number; listingId: string; miles?: number };

export type ListingHits = { total: number; hits: ListingHit[] };
