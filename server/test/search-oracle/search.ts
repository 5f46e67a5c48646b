/** A listing search in the API's own words (SPEC: List query parameters for GET /api/properties). */
export type Search = {
  page?: number;
  page_size?: number;
  city?: string[];
  zip?: string[];
  county?: string[];
  property_type?: string[];
  property_subtype?: string[];
  status?: string[];
  listing_ids?: string[];
  keywords?: string;
  list_office?: string;
  list_agent?: string;
  has_photos?: boolean;
  new_construction?: boolean;
  listed_within_days?: number;
  price_reduced_days?: number;
  open_house_from?: string;
  open_house_to?: string;
  include_unknown?: boolean;
  state?: string;
  sort_by?: SortField;
  sort_order?: "asc" | "desc";
  min_lat?: number;
  max_lat?: number;
  min_lng?: number;
  max_lng?: number;
  center_lat?: number;
  center_lng?: number;
  radius_miles?: number;
} & Partial<Record<`${"min" | "max"}_${RangeField}`, number>>;

/** By the parameter's name the field that it bounds. */
export const rangeFields = {
  price: "list_price",
  beds: "beds",
  baths: "baths",
  sqft: "sqft",
  lot_size_acres: "lot_size_acres",
  year_built: "year_built",
  days_on_market: "days_on_market",
  garage_spaces: "garage_spaces",
  stories: "stories",
  price_per_sqft: "price_per_sqft",
  hoa_monthly: "hoa_monthly",
} as const;
export type RangeField = keyof typeof rangeFields;

export type SortField = "list_price" | "beds" | "baths" | "sqft" | "list_date" | "distance_miles";

/** What an oracle says a search must answer. `Item` holds at least the listing's id, and its distance if any. */
export type Answer<Item> = {
  items: Item[];
  total: number;
  total_pages: number;
  page: number;
  page_size: number;
};

/** Page and order of a search, with the defaults that the contract gives them. */
export function pageAndOrder(search: Search) {
  const { page = 1, page_size = 20 } = search;
  const sortBy = search.sort_by ?? (isRadius(search) ? "distance_miles" : "list_date");
  const order = search.sort_order ?? (sortBy === "distance_miles" ? "asc" : "desc");
  return { page, page_size, sortBy, order };
}

/** The address that asks for it. */
export function searchPath(parameters: Search & { brokerage_id?: number }): string {
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value)] as [string, string]);
  return `/api/properties?${new URLSearchParams(texts)}`;
}

export type BoxSearch = Search & Required<Pick<Search, BoxField>>;

export function isRadius(search: Search): search is Search & Required<Pick<Search, RadiusField>> {
  return search.radius_miles !== undefined;
}

export function isBox(search: Search): search is BoxSearch {
  return search.min_lat !== undefined;
}

type RadiusField = "center_lat" | "center_lng" | "radius_miles";
type BoxField = "min_lat" | "max_lat" | "min_lng" | "max_lng";
