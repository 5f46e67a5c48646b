import { matchesOf, type Shown } from "./naive-scan.ts";
import { isBox, type RangeField, rangeFields, type Search } from "./search.ts";

const LISTS = [
  "city",
  "zip",
  "county",
  "property_type",
  "property_subtype",
  "status",
  "listing_ids",
] as const;
const VALUES = [
  ...(["list_office", "list_agent", "has_photos", "new_construction", "keywords"] as const),
  ...(["open_house_from", "open_house_to"] as const),
];
const COUNTS: readonly string[] = ["beds", "baths", "stories", "garage_spaces"];

/** The totals of the five best single changes, by a scan of all listings for each change that there is. */
export function nearMissTotals(listings: Shown[], search: Search): number[] {
  const total = matchesOf(listings, search).length;
  if (total >= 10) return [];
  return changesOf(search)
    .map((changed) => matchesOf(listings, changed).length)
    .filter((more) => more > total)
    .sort((a, b) => b - a)
    .slice(0, 5);
}

function changesOf(search: Search): Search[] {
  const changes: Search[] = [];
  for (const name of [...LISTS, ...VALUES]) {
    if (search[name] === undefined) continue;
    const { [name]: _, ...rest } = search;
    changes.push(rest);
  }
  if ((search.state ?? "ID").toLowerCase() !== "any") changes.push({ ...search, state: "any" });
  for (const name of Object.keys(rangeFields) as RangeField[]) {
    const [min, max] = [search[`min_${name}`], search[`max_${name}`]];
    if (min !== undefined) changes.push({ ...search, [`min_${name}`]: Math.max(0, moved(name, min, -1)) });
    if (max !== undefined) changes.push({ ...search, [`max_${name}`]: moved(name, max, 1) });
  }
  for (const name of ["listed_within_days", "price_reduced_days"] as const) {
    const days = search[name];
    if (days !== undefined) changes.push({ ...search, [name]: Math.floor(days * 1.25) });
  }
  const { radius_miles: miles } = search;
  if (miles !== undefined) changes.push({ ...search, radius_miles: Math.min(50, miles * 1.25) });
  if (isBox(search)) {
    const { min_lat = 0, max_lat = 0, min_lng = 0, max_lng = 0 } = search;
    const [lat, lng] = [((max_lat - min_lat) * 0.25) / 2, ((max_lng - min_lng) * 0.25) / 2];
    changes.push({
      ...search,
      min_lat: Math.max(-90, min_lat - lat),
      max_lat: Math.min(90, max_lat + lat),
      min_lng: Math.max(-180, min_lng - lng),
      max_lng: Math.min(180, max_lng + lng),
    });
  }
  return changes;
}

function moved(name: RangeField, bound: number, by: 1 | -1): number {
  if (COUNTS.includes(name)) return bound + by;
  if (name === "year_built") return bound + by * Math.floor(Math.min(10, bound / 4));
  if (name === "days_on_market") return bound + by * Math.floor(bound / 4);
  return bound + (by * bound) / 4;
}
