/** Filters of a listing search, as the API names them. All ends are inclusive. */
export type Filters = {
  min_price?: number;
  max_price?: number;
  min_beds?: number;
  max_beds?: number;
  min_baths?: number;
  max_baths?: number;
  min_sqft?: number;
  max_sqft?: number;
  min_acres?: number;
  max_acres?: number;
  min_year_built?: number;
  max_year_built?: number;
  min_stories?: number;
  max_stories?: number;
  min_garage_spaces?: number;
  max_garage_spaces?: number;
  /** City and county as the tenant's listings spell them; an array for two to ten cities that are as good. */
  city?: string | string[];
  county?: string;
  zip?: string;
  /** Two letters. */
  state?: string;
  property_type?: "Residential" | "Land" | "Commercial";
  /** As RESO spells it. */
  property_subtype?: "Condominium" | "Townhouse" | "Single Family Residence" | "Manufactured Home";
  status?: "Active" | "Pending" | "Sold" | "Coming Soon" | "Active Under Contract";
};

/** Where homes must not be and what they must not be, as the tenant's listings and RESO spell it. */
export type Denied = {
  cities: string[];
  counties: string[];
  zips: string[];
  property_types: string[];
  property_subtypes: string[];
};

/** What a query means. */
export type Interpretation = {
  filters: Filters;
  /** Keys of the feature vocabulary that are wanted, and those that are refused ("no pool"). */
  features: string[];
  without: string[];
  /** What is denied: to be left out, though no filter asks for anything in its place. */
  not: Denied;
  /**
   * The query without the words that became filters and without those that deny. Words of features and kinds that are
   * wanted stay, as they are compared by meaning too.
   */
  text: string;
};

/** Names of places that the tenant's listings have, as they spell them. An index is made once for each array. */
export type KnownPlaces = {
  cities: readonly string[];
  counties: readonly string[];
  zips: readonly string[];
};
