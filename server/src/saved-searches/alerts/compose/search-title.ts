import type { GivenFilters, PlaceNames } from "../../../listings/index.ts";
import { money } from "../../../platform/american-numbers.ts";
import type { SavedSearchRow } from "../../searches/saved-search-row.ts";

const MOST_CHARACTERS = 80;

/** What a search is called in mails: by its name, else by its words, else by its filters. */
export function searchTitle({
  name,
  query,
  filters,
}: Pick<SavedSearchRow, "name" | "query" | "filters">): string {
  return shortened(name || query || describe(filters) || "Saved search");
}

/**
 * The same for an address that is not confirmed, which any visitor can have entered: nothing that the visitor has written, and only places where
 * there are listings.
 */
export function unconfirmedTitle(filters: GivenFilters, { cities, counties, zips }: PlaceNames): string {
  const { polygon, property_type, min_price, max_price, min_beds, min_baths } = filters;
  const described = describe({
    city: knownOf(filters.city, cities),
    county: knownOf(filters.county, counties),
    zip: knownOf(filters.zip, zips),
    ...{ polygon, property_type, min_price, max_price, min_beds, min_baths },
  });
  return shortened(described || "Homes");
}

function knownOf(given: readonly string[] | undefined, names: readonly string[]): string[] {
  const wanted = new Set((given ?? []).map((each) => each.toLowerCase()));
  return names.filter((name) => wanted.has(name.toLowerCase()));
}

function shortened(title: string): string {
  return title.length <= MOST_CHARACTERS ? title : `${title.slice(0, MOST_CHARACTERS - 1).trimEnd()}…`;
}

type Described = { [Name in keyof GivenFilters]?: GivenFilters[Name] | undefined };

function describe(filters: Described): string {
  const { city, county, zip, property_subtype, property_type, keywords, features } = filters;
  const places = [city, county, zip].flatMap((each) => each ?? []);
  return [
    places.slice(0, 3).join(", "),
    filters.polygon === undefined ? "" : "drawn area",
    (property_subtype ?? property_type ?? []).join(", "),
    range(filters.min_price, filters.max_price, money),
    least(filters.min_beds, "beds"),
    least(filters.min_baths, "baths"),
    (features ?? []).join(", "),
    keywords ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}

function range(min: number | undefined, max: number | undefined, format: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}`;
  if (min !== undefined) return `from ${format(min)}`;
  return max === undefined ? "" : `up to ${format(max)}`;
}

function least(count: number | undefined, what: string): string {
  return count === undefined || count === 0 ? "" : `${count}+ ${what}`;
}
