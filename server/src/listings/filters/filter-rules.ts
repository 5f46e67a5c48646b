import type { ValidationIssue } from "../../platform/errors.ts";
import type { GivenFilters } from "./filter-fields.ts";
import { type RangeName, rangeNames } from "./filter-table.ts";

const box = ["min_lat", "max_lat", "min_lng", "max_lng"] as const;
const radius = ["center_lat", "center_lng", "radius_miles"] as const;
const boxPairs = pairsOf(["lat", "lng"]);
const rangePairs = [...pairsOf(rangeNames), ...boxPairs];

type BoundPair = readonly [min: keyof GivenFilters, max: keyof GivenFilters];

/** Where in a request a filter stands: `loc` of its errors. */
export type FilterPlace = (name: string) => string[];
export const inQuery: FilterPlace = (name) => ["query", name];
export const inBody: FilterPlace = (name) => ["body", name];

/** The rules that span filters (decisions.md: HTTP, Listings; search.md D08). @returns every one that is broken. */
export function brokenRules(given: GivenFilters, place: FilterPlace): ValidationIssue[] {
  const issues = swappedBounds(given, rangePairs, place);
  const addIssue = (name: string, msg: string) =>
    issues.push({ loc: place(name), msg: `${name} ${msg}`, type: "value_error" });

  for (const [names, what] of [
    [box, "a box needs min_lat, max_lat, min_lng and max_lng"],
    [radius, "a radius search needs center_lat, center_lng and radius_miles"],
  ] as const) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length < names.length) for (const name of missing) addIssue(name, `is missing: ${what}`);
  }
  if (hasSome(given, box) && hasRadius(given))
    addIssue("radius_miles", "cannot be combined with a box: search by one of the two");
  if (given.polygon !== undefined && (hasSome(given, box) || hasRadius(given)))
    addIssue("polygon", "cannot be combined with a box or a radius: search by one of them");
  const { open_house_from: from, open_house_to: to } = given;
  if (from !== undefined && to !== undefined && from > to)
    addIssue("open_house_from", "must not be later than open_house_to");
  return issues;
}

/** Of the part of a map that is shown, beside which there may be a radius or a polygon (search.md, D23). */
export function brokenBox(given: GivenFilters, place: FilterPlace): ValidationIssue[] {
  return swappedBounds(given, boxPairs, place);
}

function swappedBounds(
  given: GivenFilters,
  pairs: readonly BoundPair[],
  place: FilterPlace,
): ValidationIssue[] {
  return pairs.flatMap(([min, max]) => {
    const [low, high] = [given[min], given[max]];
    if (typeof low !== "number" || typeof high !== "number" || low <= high) return [];
    return [{ loc: place(min), msg: `${min} must not be more than ${max}`, type: "value_error" }];
  });
}

function pairsOf(names: readonly (RangeName | "lat" | "lng")[]): BoundPair[] {
  return names.map((name) => [`min_${name}`, `max_${name}`]);
}

export function hasRadius(given: GivenFilters): boolean {
  return hasSome(given, radius);
}

function hasSome(given: GivenFilters, names: readonly (keyof GivenFilters)[]): boolean {
  return names.some((name) => given[name] !== undefined);
}
