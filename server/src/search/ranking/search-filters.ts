import {
  currentDays,
  type GivenFilters,
  type ListingFilters,
  listingFilterFields,
  type StatusFilterWord,
  statusFromApi,
} from "../../listings/index.ts";
import type { Interpretation, Filters as ParsedFilters } from "../../plain-words/index.ts";
import { AppError } from "../../platform/errors.ts";
import { refuseUnknownParameters } from "../../platform/http/unknown-parameters.ts";

/** The filters of the request's fields. They allow more statuses than the query's words can name. */
export type StatedFilters = Omit<ParsedFilters, "status"> & { status?: StatusFilterWord };

/** Filters of one property, such as the price. A stated one overrides all parsed ones of its group. */
const OVERRIDE_GROUPS: (keyof ParsedFilters)[][] = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_baths", "max_baths"],
  ["min_sqft", "max_sqft"],
  ["min_lot_size_acres", "max_lot_size_acres"],
  ["min_year_built", "max_year_built"],
  ["min_stories", "max_stories"],
  ["min_garage_spaces", "max_garage_spaces"],
  ["city", "county", "zip", "state"],
  ["property_type", "property_subtype"],
];

const LISTS: readonly string[] = ["city", "zip", "county", "property_type", "property_subtype", "status"];

/** The fields of a request, or what a query says, as the list's parameters; `more` wins. */
export function givenFilters(fields: StatedFilters, more: GivenFilters): GivenFilters {
  const listed = Object.entries(fields).map(([name, value]) => [
    name,
    LISTS.includes(name) && typeof value === "string" ? [value] : value,
  ]);
  return { ...Object.fromEntries(listed), ...more };
}

/** The filters parsed from the query's words, without those that stated filters override. */
export function withoutOverridden(parsed: ParsedFilters, stated: GivenFilters): ParsedFilters {
  const overridden = OVERRIDE_GROUPS.filter((names) =>
    names.some((name) => stated[name] !== undefined),
  ).flat();
  return Object.fromEntries(
    Object.entries(parsed).filter(([name]) => {
      const key = name as keyof ParsedFilters;
      return !overridden.includes(key) && stated[key] === undefined;
    }),
  );
}

/** The exclusions parsed from the query's words, without those that stated filters override. */
export function withoutOverriddenExclusions(
  not: Interpretation["not"],
  stated: GivenFilters,
): Interpretation["not"] {
  const hasPlace = stated.city !== undefined || stated.state !== undefined;
  const hasType = stated.property_type !== undefined;
  return {
    ...not,
    ...(hasPlace && { cities: [], counties: [], zips: [] }),
    ...(hasType && { property_types: [], property_subtypes: [] }),
  };
}

/** What a query says, as filters of the listing index. */
export function indexFiltersOf(
  filters: ParsedFilters,
  not: Interpretation["not"],
  sourceIds: readonly number[] | null,
  now: Date,
): ListingFilters {
  const {
    city,
    county,
    zip,
    state,
    property_type,
    property_subtype,
    status,
    listed_within_days,
    price_reduced_days,
  } = filters;
  return {
    ...(sourceIds && { sourceIds }),
    ...(city !== undefined && { city }),
    ...(county !== undefined && { county }),
    ...(zip !== undefined && { zip }),
    ...(state !== undefined && { state }),
    ...(property_type !== undefined && { propertyType: property_type }),
    ...(property_subtype !== undefined && { subtype: property_subtype }),
    ...(status !== undefined && { status: statusFromApi(status) }),
    ...(listed_within_days !== undefined && { listedWithinDays: listed_within_days }),
    ...(price_reduced_days !== undefined && { priceReducedDays: price_reduced_days }),
    ...((listed_within_days ?? price_reduced_days) !== undefined && { today: currentDays(now) }),
    price: range(filters.min_price, filters.max_price),
    beds: range(filters.min_beds, filters.max_beds),
    baths: range(filters.min_baths, filters.max_baths),
    sqft: range(filters.min_sqft, filters.max_sqft),
    acres: range(filters.min_lot_size_acres, filters.max_lot_size_acres),
    yearBuilt: range(filters.min_year_built, filters.max_year_built),
    stories: range(filters.min_stories, filters.max_stories),
    not: {
      cities: not.cities,
      counties: not.counties,
      zips: not.zips,
      propertyTypes: not.property_types,
      subtypes: not.property_subtypes,
    },
    garageSpaces: range(filters.min_garage_spaces, filters.max_garage_spaces),
  };
}

function range(min: number | undefined, max: number | undefined) {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

const ranges = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_baths", "max_baths"],
] as const;

type Bounds = Partial<Record<(typeof ranges)[number][number], number>>;

/** @throws AppError 422 for bounds that exclude each other, and for names in `filters` that are no filters. */
export function checkFilters(stated: Bounds, filters: GivenFilters = {}): void {
  refuseUnknownParameters(filters, Object.keys(listingFilterFields), ["body", "filters"]);
  const issues = ranges.flatMap(([min, max]) => {
    const [low, high] = [stated[min], stated[max]];
    if (low === undefined || high === undefined || low <= high) return [];
    return { loc: ["body", min], msg: `${min} must not be more than ${max}`, type: "value_error" };
  });
  if (issues.length > 0) throw new AppError("invalid", issues);
}
