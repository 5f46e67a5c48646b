import type { ProtectedTerm } from "../fair-housing/index.ts";

/** Filters of a listing search under their API names. All bounds are inclusive. */
export type Filters = {
  min_price?: number;
  max_price?: number;
  min_beds?: number;
  max_beds?: number;
  min_baths?: number;
  max_baths?: number;
  min_sqft?: number;
  max_sqft?: number;
  min_lot_size_acres?: number;
  max_lot_size_acres?: number;
  min_year_built?: number;
  max_year_built?: number;
  min_stories?: number;
  max_stories?: number;
  min_days_on_market?: number;
  max_days_on_market?: number;
  listed_within_days?: number;
  price_reduced_days?: number;
  has_photos?: boolean;
  min_garage_spaces?: number;
  max_garage_spaces?: number;
  /** US dollars a month for an owners' association. */
  min_price_per_sqft?: number;
  max_price_per_sqft?: number;
  min_hoa_monthly?: number;
  max_hoa_monthly?: number;
  /** City and county in the spelling of the tenant's listings; an array for two to ten alternatives, here and below. */
  city?: string | string[];
  county?: string | string[];
  zip?: string | string[];
  /** Two letters. */
  state?: string;
  property_type?: "Residential" | "Land" | "Commercial";
  /** As RESO spells it. */
  property_subtype?: PropertySubtype | PropertySubtype[];
  status?: ListingStatus | ListingStatus[];
};

export type PropertySubtype = "Condominium" | "Townhouse" | "Single Family Residence" | "Manufactured Home";
export type ListingStatus = "Active" | "Pending" | "Sold" | "Coming Soon" | "Active Under Contract";

/** What homes must not be, in the spelling of the tenant's listings and of RESO. */
export type Denied = {
  cities: string[];
  counties: string[];
  zips: string[];
  property_types: string[];
  property_subtypes: string[];
};

/** A piece of a query that changed neither the filters nor the words compared, and the reason, for the person who wrote it. */
export type NotApplied = { text: string; why: string };

/** A piece of a query that states filters, wanted or denied features, or values to exclude. Positions are those in `allowed`. */
export type StatedPiece = {
  text: string;
  from: number;
  to: number;
  filters: Filters;
  features: string[];
  without: string[];
  denies: (keyof Denied)[];
};

/** Words of a query, and the words of listings that they are compared as. */
export type ComparedAs = { text: string; as: string[] };

/** The meaning of a query. */
export type Interpretation = {
  /** Purposes and denied wishes in the trade's words: "repair cars" as a workshop, "no carpet" as hardwood floors. */
  compared_as: ComparedAs[];
  /** Pieces that changed neither the filters nor the words compared. */
  not_applied: NotApplied[];
  /** Pieces that state something, for what a search finds out about it: that a filter of the request overrides it, or no result has it. */
  pieces: StatedPiece[];
  /** Whether filters and places to be near to state all of the query: words such as "condo" are left to rank by, but mean nothing else. */
  isFiltersOnly: boolean;
  /** Cities that homes are to be near to: listings within these miles rank higher. */
  near: { place: string; miles: number }[];
  /** Its terms of protected classes, which are compared with nothing. */
  refused: ProtectedTerm[];
  /** The query without them: all that may be compared. */
  allowed: string;
  filters: Filters;
  /** Feature keys that are wanted, and those that are denied ("no pool"). */
  features: string[];
  without: string[];
  /** Values to exclude. */
  not: Denied;
  /**
   * The query without words that became filters or denials. Words of wanted features and property types stay, because
   * they are also compared by meaning.
   */
  text: string;
};

/** Names of places in the spelling of the tenant's listings. Each array is indexed once. */
export type KnownPlaces = {
  cities: readonly string[];
  counties: readonly string[];
  zips: readonly string[];
  /** Whether the tenant has a listing in a state (two letters); without it every state is taken to have some. */
  hasState?(state: string): boolean;
  /** Whether a listing mentions a name that may be a place, such as a neighborhood; without it none is mentioned. */
  isMentioned?(name: string): boolean;
  /** Whether a listing has a word that no vocabulary has; without it every word is taken to be in one. */
  hasWord?(word: string): boolean;
};

/** A span of query tokens and its meaning. */
export type Claim = {
  from: number;
  /** Exclusive end. */
  to: number;
  /**
   * Null for a meaning that is no filter, such as an address or a number of something else: those words stay in the
   * remaining text. Empty for denied words, which are removed from it.
   */
  filters: Filters | null;
  denies?: Partial<Denied>;
  /** Why it is no filter, for the person who wrote it; absent when that needs no reason. */
  why?: string;
  /** Whether the span is a name, such as that of a place, in which features and property types are not looked for. */
  isName?: boolean;
};
