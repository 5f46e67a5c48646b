import {
  type GivenFilters,
  type ListingFilters,
  listingFilterFields,
  type StatusFilterWord,
  toListingFilters,
  type UsesListings,
} from "../../listings/index.ts";
import {
  type Denied,
  findFeatures,
  type Interpretation,
  type ListingStatus,
  type Filters as ParsedFilters,
} from "../../plain-words/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { refuseUnknownParameters } from "../../platform/http/unknown-parameters.ts";
import { withOverridden } from "./overridden.ts";

/** The filters of the request's fields. They allow more statuses than the query's words can name. */
export type StatedFilters = Omit<ParsedFilters, "status"> & { status?: StatusFilterWord | ListingStatus[] };

type FilterName = keyof GivenFilters;
type Read = Pick<Interpretation, "filters" | "features" | "without" | "not" | "not_applied" | "pieces">;

/** What a search has as filters: of its query, and of its request. */
export type SearchFilters<Reading extends Read> = {
  /** What the query says, without what the request overrides. */
  reading: Reading;
  /** All filters by the names of the list's parameters. */
  named: GivenFilters;
  /** The same as the listing index knows them. */
  filters: ListingFilters;
};

const filterNames = Object.keys(listingFilterFields) as FilterName[];

/** Filters of one property. One of a group overrides all of it: the least beds of a request the most beds of its query. */
const GROUPS: readonly FilterName[][] = [
  ...filterNames
    .filter((name) => name.startsWith("min_"))
    .map((min): FilterName[] => [min, min.replace("min_", "max_") as FilterName]),
  ["city", "county", "zip", "state"],
  ["property_type", "property_subtype"],
];

/** The filters with which something that a query denies could find nothing: they override it. */
const OVERRIDE_DENIED: Record<keyof Denied, readonly FilterName[]> = {
  cities: ["city", "zip"],
  counties: ["county", "city", "zip"],
  zips: ["zip"],
  property_types: ["property_type", "property_subtype"],
  property_subtypes: ["property_subtype"],
};

/** Features that a range says as well: "no garage" is at most no garage space. */
const RANGES_OF_FEATURES: Record<string, readonly FilterName[]> = {
  garage: ["min_garage_spaces", "max_garage_spaces"],
  three_car_garage: ["min_garage_spaces", "max_garage_spaces"],
  no_hoa: ["min_hoa_monthly", "max_hoa_monthly"],
  single_level: ["min_stories", "max_stories"],
  acreage: ["min_lot_size_acres", "max_lot_size_acres"],
};

/**
 * The filters of a search in plain words: `more`, the request's field `filters`, overrides its other fields, and both override what the
 * query says (search.md, D30).
 *
 * @throws AppError 422 for names that are no filters, and for filters that contradict each other.
 */
export async function searchFilters<Reading extends Read>(
  ctx: TenantContext<UsesListings>,
  reading: Reading,
  { stated, more }: { stated: StatedFilters; more: GivenFilters },
): Promise<SearchFilters<Reading>> {
  refuseUnknownParameters(more, filterNames, ["body", "filters"]);
  const given = { ...withoutOverridden(named(stated), more), ...more };
  const applied = withoutOverriddenReading(reading, given);
  const left = { ...reading, ...applied, not_applied: withOverridden(reading, applied, given) };
  const unknownOf = MAY_BE_UNKNOWN.filter(
    (name) => left.filters[`min_${name}`] !== undefined || left.filters[`max_${name}`] !== undefined,
  );
  if (unknownOf.length > 0 && given.include_unknown === undefined)
    left.filters = { ...left.filters, include_unknown_of: unknownOf } as Read["filters"];
  const all = { ...named(left.filters), ...given };
  const place = (name: string) =>
    name in stated && !(name in more) ? ["body", name] : ["body", "filters", name];
  const own = await toListingFilters(ctx, { ...all, state: all.state ?? "any" }, { place });
  return { reading: left, named: all, filters: { ...own, not: exclusionsOf(left.not) } };
}

/**
 * What many feeds leave out: a garage or storeys that a query asks for may be there all the same. Such listings are found, and rank lower
 * (`unknownOf` of a result).
 */
const MAY_BE_UNKNOWN = ["garage_spaces", "stories"] as const;

const LISTS: readonly string[] = ["city", "zip", "county", "property_type", "property_subtype", "status"];

/** Fields of a request, or what a query says, as the list's parameters. */
function named(fields: StatedFilters): GivenFilters {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      LISTS.includes(name) && typeof value === "string" ? [value] : value,
    ]),
  );
}

function withoutOverridden<Filters extends object>(filters: Filters, given: GivenFilters): Filters {
  const overridden = new Set<string>(
    GROUPS.filter((names) => names.some((name) => given[name] !== undefined)).flat(),
  );
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) => !overridden.has(name) && given[name as FilterName] === undefined,
    ),
  ) as Filters;
}

function withoutOverriddenReading(
  { filters, features, without, not }: Read,
  given: GivenFilters,
): Omit<Read, "not_applied" | "pieces"> {
  const wanted = featuresNamed(given.features);
  const refused = featuresNamed(given.without);
  const ranges = new Set(wanted.flatMap((key) => RANGES_OF_FEATURES[key] ?? []));
  const isWanted = (key: string) =>
    wanted.includes(key) || RANGES_OF_FEATURES[key]?.some((name) => given[name] !== undefined);
  return {
    filters: Object.fromEntries(
      Object.entries(withoutOverridden(filters, given)).filter(([name]) => !ranges.has(name as FilterName)),
    ),
    features: features.filter((key) => !refused.includes(key)),
    without: without.filter((key) => !isWanted(key)),
    not: Object.fromEntries(
      Object.entries(not).map(([name, values]) => [
        name,
        OVERRIDE_DENIED[name as keyof Denied].some((filter) => given[filter] !== undefined) ? [] : values,
      ]),
    ) as Denied,
  };
}

/** Keys of the vocabulary: as they are given, and those that a listing's own words mean. */
function featuresNamed(words: readonly string[] = []): string[] {
  return words.flatMap((word) => [word.toLowerCase(), ...findFeatures(word)]);
}

function exclusionsOf(not: Denied): ListingFilters["not"] {
  const { cities, counties, zips, property_types, property_subtypes } = not;
  return { cities, counties, zips, propertyTypes: property_types, subtypes: property_subtypes };
}
