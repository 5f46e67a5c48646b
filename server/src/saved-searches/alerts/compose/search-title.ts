import type { GivenFilters } from "../../../listings/index.ts";
import type { SavedSearchRow } from "../../searches/saved-search-row.ts";

const MOST_CHARACTERS = 80;
const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** What a search is called in mails: by its name, else by its words, else by its filters. */
export function searchTitle({
  name,
  query,
  filters,
}: Pick<SavedSearchRow, "name" | "query" | "filters">): string {
  const title = name || query || describe(filters) || "Saved search";
  return title.length <= MOST_CHARACTERS ? title : `${title.slice(0, MOST_CHARACTERS - 1).trimEnd()}…`;
}

function describe(filters: GivenFilters): string {
  const { city, county, zip, property_subtype, property_type, keywords, features } = filters;
  const places = [city, county, zip].flatMap((each) => each ?? []);
  return [
    places.slice(0, 3).join(", "),
    filters.polygon === undefined ? "" : "drawn area",
    (property_subtype ?? property_type ?? []).join(", "),
    range(filters.min_price, filters.max_price, (price) => dollars.format(price)),
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
