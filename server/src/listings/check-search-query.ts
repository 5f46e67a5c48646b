import { AppError, type ValidationIssue } from "../platform/errors.ts";
import type { SearchQuery } from "./listings.schemas.ts";

const box = ["min_lat", "max_lat", "min_lng", "max_lng"] as const;
const radius = ["center_lat", "center_lng", "radius_miles"] as const;
const ranges = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_baths", "max_baths"],
  ["min_lat", "max_lat"],
  ["min_lng", "max_lng"],
] as const;

/**
 * The rules that span parameters (decisions.md: HTTP, Listings).
 *
 * @throws AppError 422 with every rule that is broken.
 */
export function checkSearchQuery(query: SearchQuery): void {
  const issues: ValidationIssue[] = [];
  const addIssue = (name: keyof SearchQuery, msg: string) =>
    issues.push({ loc: ["query", name], msg: `${name} ${msg}`, type: "value_error" });

  for (const [min, max] of ranges) {
    const [low, high] = [query[min], query[max]];
    if (low !== undefined && high !== undefined && low > high) addIssue(min, `must not be more than ${max}`);
  }
  for (const [names, what] of [
    [box, "a box needs min_lat, max_lat, min_lng and max_lng"],
    [radius, "a radius search needs center_lat, center_lng and radius_miles"],
  ] as const) {
    const missing = names.filter((name) => query[name] === undefined);
    if (missing.length < names.length) for (const name of missing) addIssue(name, `is missing: ${what}`);
  }
  const anyBox = box.some((name) => query[name] !== undefined);
  const anyRadius = radius.some((name) => query[name] !== undefined);
  if (anyBox && anyRadius)
    addIssue("radius_miles", "cannot be combined with a box: search by one of the two");
  if (query.sort_by === "distance_miles" && !anyRadius)
    addIssue("sort_by", "distance_miles needs a radius search");
  if (issues.length > 0) throw new AppError("invalid", issues);
}
