import type { components } from "../../../client/src/api.generated.ts";

export type ListingFilters = components["schemas"]["ListingFilters"];
type FilterName = keyof ListingFilters;
type Kind = "list" | "number" | "switch" | "text";

/** Every filter of homes, by what it is in the API's JSON. Addresses of `/homes` and forms have them as text. */
const kinds: Record<FilterName, Kind> = {
  city: "list",
  zip: "list",
  county: "list",
  property_type: "list",
  property_subtype: "list",
  status: "list",
  listing_ids: "list",
  features: "list",
  without: "list",
  include_unknown_of: "list",
  state: "text",
  list_office: "text",
  list_agent: "text",
  keywords: "text",
  open_house_from: "text",
  open_house_to: "text",
  polygon: "text",
  has_photos: "switch",
  new_construction: "switch",
  include_unknown: "switch",
  listed_within_days: "number",
  price_reduced_days: "number",
  min_price: "number",
  max_price: "number",
  min_beds: "number",
  max_beds: "number",
  min_baths: "number",
  max_baths: "number",
  min_sqft: "number",
  max_sqft: "number",
  min_lot_size_acres: "number",
  max_lot_size_acres: "number",
  min_year_built: "number",
  max_year_built: "number",
  min_days_on_market: "number",
  max_days_on_market: "number",
  min_garage_spaces: "number",
  max_garage_spaces: "number",
  min_stories: "number",
  max_stories: "number",
  min_price_per_sqft: "number",
  max_price_per_sqft: "number",
  min_hoa_monthly: "number",
  max_hoa_monthly: "number",
  min_lat: "number",
  max_lat: "number",
  min_lng: "number",
  max_lng: "number",
  center_lat: "number",
  center_lng: "number",
  radius_miles: "number",
};

/** The names of the parameters of `/homes` that a search is saved with, beside its words `q`. */
export const filterNames = Object.keys(kinds) as FilterName[];

/** Filters in the API's JSON, of the texts of a form or an address. What cannot be read is left out. */
export function filtersOf(valuesOf: (name: string) => readonly string[]): ListingFilters {
  const pairs = filterNames.map((name) => [name, read(kinds[name], valuesOf(name))] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as ListingFilters;
}

function read(kind: Kind, given: readonly string[]): string[] | string | number | boolean | undefined {
  const texts = given.map((each) => each.trim()).filter(Boolean);
  const [text] = texts;
  if (text === undefined) return undefined;
  if (kind === "text") return text;
  if (kind === "list") return texts.flatMap((each) => each.split(",")).filter((each) => each.trim() !== "");
  if (kind === "switch") return text === "true" ? true : text === "false" ? false : undefined;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** The parameters of `/homes` that show what a search finds. */
export function parametersOf({
  filters,
  query,
}: {
  filters: Readonly<Record<string, unknown>>;
  query: string | null;
}): URLSearchParams {
  const parameters = new URLSearchParams(query ? { q: query } : {});
  for (const [name, value] of Object.entries(filters)) {
    // The API writes its default down.
    if (name === "include_unknown" && value === false) continue;
    for (const each of [value].flat())
      parameters.append(name, typeof each === "object" ? JSON.stringify(each) : String(each));
  }
  return parameters;
}
