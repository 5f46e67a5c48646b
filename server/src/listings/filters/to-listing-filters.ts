import type { TenantContext } from "../../platform/context.ts";
import { currentDays } from "../local-day.ts";
import type { ListingFilters, Range } from "../search-index/listing-query.ts";
import type { GivenFilters } from "./filter-fields.ts";
import { listFilters, rangeFilters, rangeNames } from "./filter-table.ts";

/** Of a brokerage without a state in its address (SPEC: Properties, List query parameters). */
const FALLBACK_STATE = "id";

/** Filters that hold no rule broken (`brokenRules`), as the listing index knows them, for the listings of the tenant's sources. */
export function toListingFilters(
  ctx: Pick<TenantContext, "tenant" | "config" | "clock">,
  given: GivenFilters,
): ListingFilters {
  const filters: ListingFilters = {};
  if (ctx.tenant.sourceIds) filters.sourceIds = ctx.tenant.sourceIds;
  for (const [name, { filter, toIndex }] of Object.entries(listFilters)) {
    const values = given[name as keyof typeof listFilters];
    if (values !== undefined) filters[filter] = values.map(toIndex);
  }
  const state = (given.state ?? ctx.config.defaultState ?? ctx.tenant.state ?? FALLBACK_STATE).toLowerCase();
  if (state !== "any") filters.state = state;
  for (const name of rangeNames) {
    const range = rangeOf(given[`min_${name}`], given[`max_${name}`]);
    if (range) filters[rangeFilters[name].filter] = range;
  }
  if (given.include_unknown) filters.includeUnknown = true;
  if (given.list_office !== undefined) filters.office = given.list_office;
  if (given.list_agent !== undefined) filters.agent = given.list_agent;
  if (given.has_photos !== undefined) filters.hasPhotos = given.has_photos;
  if (given.listed_within_days !== undefined) filters.listedWithinDays = given.listed_within_days;
  if (filters.daysOnMarket || filters.listedWithinDays !== undefined)
    filters.today = currentDays(ctx.clock.now());
  return { ...filters, ...areaOf(given) };
}

function areaOf(given: GivenFilters): Pick<ListingFilters, "box" | "radius"> {
  const { center_lat, center_lng, radius_miles, min_lat, max_lat, min_lng, max_lng } = given;
  if (center_lat !== undefined && center_lng !== undefined && radius_miles !== undefined)
    return { radius: { lat: center_lat, lng: center_lng, miles: radius_miles } };
  if (min_lat !== undefined && max_lat !== undefined && min_lng !== undefined && max_lng !== undefined)
    return { box: { minLat: min_lat, maxLat: max_lat, minLng: min_lng, maxLng: max_lng } };
  return {};
}

function rangeOf(min: number | undefined, max: number | undefined): Range | null {
  if (min === undefined && max === undefined) return null;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
