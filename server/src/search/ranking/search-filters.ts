import { type ListingFilters, type StatusFilterWord, statusFromApi } from "../../listings/index.ts";
import type { Interpretation, Filters as SpokenFilters } from "../../plain-words/index.ts";
import { AppError } from "../../platform/errors.ts";

/** What a caller states beside the words: more statuses than words tell apart. */
export type StatedFilters = Omit<SpokenFilters, "status"> & { status?: StatusFilterWord };

/** Bounds and words of one thing, such as the price: stated ones replace all that the words say of it. */
const TOGETHER: (keyof SpokenFilters)[][] = [
  ["min_price", "max_price"],
  ["min_beds", "max_beds"],
  ["min_baths", "max_baths"],
  ["min_sqft", "max_sqft"],
  ["city", "county", "zip", "state"],
  ["property_type", "property_subtype"],
];

/** The filters that the words carry, but for what the caller has stated already. */
export function unstated(spoken: SpokenFilters, stated: StatedFilters): SpokenFilters {
  const overruled = TOGETHER.filter((names) => names.some((name) => stated[name] !== undefined)).flat();
  return Object.fromEntries(
    Object.entries(spoken).filter(([name]) => {
      const key = name as keyof SpokenFilters;
      return !overruled.includes(key) && stated[key] === undefined;
    }),
  );
}

/** What the words deny, but for what the caller has stated of the same thing. */
export function undisputed(not: Interpretation["not"], stated: StatedFilters): Interpretation["not"] {
  const hasPlace = stated.city !== undefined || stated.state !== undefined;
  const hasType = stated.property_type !== undefined;
  return {
    ...not,
    ...(hasPlace && { cities: [], counties: [], zips: [] }),
    ...(hasType && { property_types: [], property_subtypes: [] }),
  };
}

/** Filters as the listing index understands them. */
export function toListingFilters(
  filters: StatedFilters,
  not: Interpretation["not"],
  sourceIds: readonly number[] | null,
): ListingFilters {
  const { city, county, zip, state, property_type, property_subtype, status } = filters;
  return {
    ...(sourceIds && { sourceIds }),
    ...(city !== undefined && (Array.isArray(city) ? { cities: city } : { city })),
    ...(county !== undefined && { county }),
    ...(zip !== undefined && { zip }),
    ...(state !== undefined && { state }),
    ...(property_type !== undefined && { propertyType: property_type }),
    ...(property_subtype !== undefined && { subtype: property_subtype }),
    ...(status !== undefined && { status: statusFromApi(status) }),
    price: range(filters.min_price, filters.max_price),
    beds: range(filters.min_beds, filters.max_beds),
    baths: range(filters.min_baths, filters.max_baths),
    sqft: range(filters.min_sqft, filters.max_sqft),
    acres: range(filters.min_acres, filters.max_acres),
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

/** @throws AppError 422 for bounds that exclude each other. */
export function checkFilters(stated: Bounds): void {
  const issues = ranges.flatMap(([min, max]) => {
    const [low, high] = [stated[min], stated[max]];
    if (low === undefined || high === undefined || low <= high) return [];
    return { loc: ["body", min], msg: `${min} must not be more than ${max}`, type: "value_error" };
  });
  if (issues.length > 0) throw new AppError("invalid", issues);
}
