import {
  type SearchParameter,
  searchParameter,
  searchParameters,
} from "../../../shared/search-parameters.ts";

type Value = string | number | boolean;

/** What is searched for: the parameters of the API, in the address as on the website. */
export type ListingSearch = { page?: number; [parameter: string]: Value | undefined };

/** An area is drawn on the website's map: its parameters are kept, and taken away together. */
const AREA = /^(?:(?:min|max|center)_(?:lat|lng)|radius_miles|polygon)$/;

/** Parameters that a form of filters has. */
export const formParameters = searchParameters.filter(
  ({ name }) => !AREA.test(name) && !name.startsWith("sort_"),
);

/** Reads an address; parameters that the API does not have are left out. */
export function listingSearch(search: Record<string, unknown>): ListingSearch {
  const read: ListingSearch = {};
  for (const [name, value] of Object.entries(search)) {
    if (name === "page" ? !(Number.isInteger(value) && (value as number) > 1) : !searchParameter(name))
      continue;
    const text = Array.isArray(value) ? value.join(",") : value;
    if (["string", "number", "boolean"].includes(typeof text) && text !== "") read[name] = text as Value;
  }
  return read;
}

/** What a form of filters says, with the area and the order of the search before. */
export function searchOfForm(form: FormData, before: ListingSearch): ListingSearch {
  const kept = Object.entries(before).filter(([name]) => AREA.test(name));
  const typed = [...form.entries()].map(([name, value]) => [name, String(value).trim()] as const);
  const filters = typed.filter(([, value]) => value !== "").map(([name, value]) => [name, typedValue(value)]);
  return Object.fromEntries([...kept, ...filters]);
}

export function hasArea(search: ListingSearch): boolean {
  return Object.keys(search).some((name) => AREA.test(name));
}

export function withoutArea(search: ListingSearch): ListingSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !AREA.test(name) && name !== "page"));
}

/** How many filters the search has. */
export function countFilters(search: ListingSearch): number {
  return Object.keys(search).filter((name) => formParameters.some((each) => each.name === name)).length;
}

/** As the router writes it without quotes: `min_price=300000`, and `zip=02134`, which is no number. */
function typedValue(text: string): Value {
  return String(Number(text)) === text ? Number(text) : text;
}

/** `min_price` is `Price, at least`. */
export function parameterLabel({ name }: SearchParameter): string {
  const bound = /^(min|max)_(.*)$/.exec(name);
  if (bound) return `${label(bound[2] as string)}, at ${bound[1] === "min" ? "least" : "most"}`;
  return label(name);
}

const labels: Record<string, string> = {
  city: "Town",
  zip: "ZIP code",
  property_type: "Type",
  property_subtype: "Kind",
  listing_ids: "Ids",
  keywords: "Words",
  beds: "Bedrooms",
  baths: "Bathrooms",
  sqft: "Square feet",
  lot_size_acres: "Acres",
  price_per_sqft: "Dollars a square foot",
  hoa_monthly: "Association fee a month",
  without: "Without these features",
  has_photos: "With photos",
  include_unknown: "Also those that do not say",
  include_unknown_of: "Also those that do not say, of",
};

function label(name: string): string {
  const words = name.replaceAll("_", " ");
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
