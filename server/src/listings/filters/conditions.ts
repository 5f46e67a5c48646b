import { dayNumber } from "../../platform/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import { AppError, type ValidationIssue } from "../../platform/errors.ts";
import { readKeywords } from "../keywords/read-keywords.ts";
import { polygonOf } from "../polygon/parse-polygon.ts";
import { type PolygonArea, PolygonError } from "../polygon/polygon-area.ts";
import type { ListingFilters, Range } from "../search-index/listing-query.ts";
import type { UsesListings } from "../services.ts";
import type { GivenFilters } from "./filter-fields.ts";
import { brokenRules, type FilterPlace } from "./filter-rules.ts";
import { listFilters, rangeFilters, rangeNames } from "./filter-table.ts";

/** Of a brokerage without a state in its address (SPEC: Properties, List query parameters). */
const FALLBACK_STATE = "id";

export type FilterReading = {
  place: FilterPlace;
  /** What is wrong with other fields: told with what is wrong with filters. */
  issues?: readonly ValidationIssue[];
};

/**
 * What filters demand of a listing, at any time and for every caller. `words` are those of `keywords`, null without any; `state` is
 * the one that was given, or the default.
 *
 * @throws AppError 422 with every rule that is broken.
 */
export function readConditions(
  ctx: Pick<TenantContext<UsesListings>, "tenant" | "config" | "listings">,
  given: GivenFilters,
  { place, issues: others = [] }: FilterReading,
): { conditions: ListingFilters; words: string[] | null; state: string } {
  const issues = brokenRules(given, place);
  const polygon = readPolygon(given.polygon, place, issues);
  const words = keywordsOf(ctx, given, place, issues);
  if (issues.length + others.length > 0) throw new AppError("invalid", [...issues, ...others]);
  const state = stateOf(ctx, given);
  return { conditions: conditionsOf({ ...given, state }, polygon), words, state };
}

/** The same of filters that are known to be valid, and name a state. */
export function conditionsOf(given: GivenFilters, polygon: PolygonArea | null): ListingFilters {
  const filters: ListingFilters = {};
  if (polygon) filters.polygon = polygon;
  for (const [name, { filter, toIndex }] of Object.entries(listFilters)) {
    const values = given[name as keyof typeof listFilters];
    if (values !== undefined) filters[filter] = normalWords(values.map(toIndex));
  }
  const state = (given.state ?? "any").toLowerCase();
  if (state !== "any") filters.state = state;
  for (const name of rangeNames) {
    const range = rangeOf(given[`min_${name}`], given[`max_${name}`]);
    if (range) filters[rangeFilters[name].filter] = range;
  }
  if (given.include_unknown) filters.includeUnknown = true;
  if (given.include_unknown_of)
    filters.unknownOf = [...new Set(given.include_unknown_of)]
      .sort()
      .map((name) => rangeFilters[name].filter);
  if (given.features) filters.features = normalWords(given.features);
  if (given.without) filters.without = normalWords(given.without);
  if (given.list_office !== undefined) filters.office = given.list_office.toLowerCase();
  if (given.list_agent !== undefined) filters.agent = given.list_agent.toLowerCase();
  if (given.has_photos !== undefined) filters.hasPhotos = given.has_photos;
  if (given.new_construction !== undefined) filters.newConstruction = given.new_construction;
  if (given.listed_within_days !== undefined) filters.listedWithinDays = given.listed_within_days;
  if (given.price_reduced_days !== undefined) filters.priceReducedDays = given.price_reduced_days;
  const openHouse = rangeOf(dayOf(given.open_house_from), dayOf(given.open_house_to));
  if (openHouse) {
    filters.openHouse = {
      ...(openHouse.min !== undefined && { from: openHouse.min }),
      ...(openHouse.max !== undefined && { to: openHouse.max }),
    };
  }
  return { ...filters, ...areaOf(given) };
}

function keywordsOf(
  ctx: Pick<TenantContext<UsesListings>, "tenant" | "listings">,
  { keywords }: GivenFilters,
  place: FilterPlace,
  issues: ValidationIssue[],
): string[] | null {
  if (keywords === undefined) return null;
  const read = readKeywords(ctx, keywords);
  if ("words" in read) return read.words;
  issues.push({ loc: place("keywords"), msg: `keywords ${read.problem}`, type: "value_error" });
  return null;
}

/** A drawn area must not lose the far side of a border, nor a list of ids what is elsewhere (search.md of the design, D02). */
export function stateOf(
  { tenant, config }: Pick<TenantContext, "tenant" | "config">,
  given: GivenFilters,
): string {
  if (given.state !== undefined) return given.state;
  if (given.polygon !== undefined || given.listing_ids !== undefined) return "any";
  return config.defaultState ?? tenant.state ?? FALLBACK_STATE;
}

function readPolygon(
  value: GivenFilters["polygon"],
  place: FilterPlace,
  issues: ValidationIssue[],
): PolygonArea | null {
  if (value === undefined) return null;
  try {
    return polygonOf(value, place("polygon"));
  } catch (error) {
    if (!(error instanceof PolygonError)) throw error;
    issues.push({ loc: place("polygon"), msg: `polygon ${error.message}`, type: "value_error" });
    return null;
  }
}

function areaOf(given: GivenFilters): Pick<ListingFilters, "box" | "radius"> {
  const { center_lat, center_lng, radius_miles, min_lat, max_lat, min_lng, max_lng } = given;
  if (center_lat !== undefined && center_lng !== undefined && radius_miles !== undefined)
    return { radius: { lat: center_lat, lng: center_lng, miles: radius_miles } };
  if (min_lat !== undefined && max_lat !== undefined && min_lng !== undefined && max_lng !== undefined)
    return { box: { minLat: min_lat, maxLat: max_lat, minLng: min_lng, maxLng: max_lng } };
  return {};
}

function dayOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : dayNumber(date);
}

/** The same for every spelling of the same list, because filters are keys of cursors and of cached replies. */
function normalWords(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.toLowerCase()))].sort();
}

function rangeOf(min: number | undefined, max: number | undefined): Range | null {
  if (min === undefined && max === undefined) return null;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
