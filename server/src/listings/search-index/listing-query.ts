import type { Box } from "../distance.ts";
import type { KeywordMatches } from "../keywords/keyword-search.ts";
import type { PolygonArea } from "../polygon/polygon-area.ts";

export type SortField = "list_price" | "beds" | "baths" | "sqft" | "list_date" | "distance_miles";

/** One word, or several of which a listing has one. In any case; one that no listing has finds nothing. */
export type Words = string | readonly string[];

/**
 * What listings must be. Bounds are inclusive; an absent one does not filter. Equal filters have equal JSON.
 */
export type ListingFilters = {
  /** Ids of sources; absent means all. */
  sourceIds?: readonly number[];
  city?: Words;
  state?: Words;
  county?: Words;
  zip?: Words;
  propertyType?: Words;
  /** RESO PropertySubType. */
  subtype?: Words;
  /** RESO StandardStatus; absent means every public one. */
  status?: Words;
  /** Names, as they are shown. */
  office?: Words;
  agent?: Words;
  /** One of these listing ids. */
  listingIds?: Words;
  hasPhotos?: boolean;
  /** false: not new; what is not known matches neither. */
  newConstruction?: boolean;
  /** All of these, each a key of the vocabulary or a listing's own word (feature-words.ts). */
  features?: readonly string[];
  /** None of these. */
  without?: readonly string[];
  price?: Range;
  beds?: Range;
  baths?: Range;
  sqft?: Range;
  acres?: Range;
  yearBuilt?: Range;
  stories?: Range;
  garageSpaces?: Range;
  /** US dollars a square foot, unrounded. */
  pricePerSqft?: Range;
  /** US dollars. */
  hoaMonthly?: Range;
  daysOnMarket?: Range;
  /** At most so many days ago. */
  listedWithinDays?: number;
  /** The price was above the present one so many days ago. */
  priceReducedDays?: number;
  /** All of these words, with the listings that have them. */
  keywords?: KeywordMatches;
  /** There is an open house on one of these local days that has not ended. */
  openHouse?: { from?: number; to?: number };
  /** Milliseconds: needed by `openHouse`. */
  now?: number;
  /** The current day number of each time zone of listings (local-day.ts): needed by `daysOnMarket`, `listedWithinDays` and `priceReducedDays`. */
  today?: Readonly<Record<string, number>>;
  /** A listing without a value matches any bounds on it. */
  includeUnknown?: boolean;
  /** The same, of these alone. */
  unknownOf?: readonly (keyof ListingFilters)[];
  box?: Box;
  radius?: { lat: number; lng: number; miles: number };
  polygon?: PolygonArea;
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
  /** Of what is behind `after`. */
  offset: number;
  limit: number;
  /** The page begins behind this place. */
  after?: SortPlace;
};

/** A listing's place in a sort: its value (null: it has none), and its listing_id, which decides ties. */
export type SortPlace = { value: number | null; listingId: string };

export type Range = { min?: number; max?: number };

export type ListingHit = { id: number; revision: number; listingId: string; miles?: number };

/** `next`: where the page after this one begins; null when nothing follows. */
export type ListingHits = { total: number; hits: ListingHit[]; next: SortPlace | null };
