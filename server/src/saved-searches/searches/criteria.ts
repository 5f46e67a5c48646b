import {
  atMoment,
  conditionsOf,
  type GivenFilters,
  type ListingFilters,
  type Moment,
  type PolygonArea,
  polygonOf,
} from "../../listings/index.ts";
import type { Denied } from "../../plain-words/index.ts";

/**
 * What a saved search has beside the filters that were given: what its query was understood as when it was saved (search.md, D39), and
 * what filters leave to their surroundings.
 */
export type Criteria = {
  /** Of the query, without what the given filters override. The state is always named, so that a later default changes nothing. */
  filters: GivenFilters & { state: string };
  /** What the query denies. */
  not?: Denied;
  /** The words of the filter `keywords`. */
  keywords?: string[];
};

/** What decides whether a listing matches, at any time and for any of the brokerage's sources. */
export type Conditions = { filters: ListingFilters; keywords: readonly string[] | null };

const FIELD = ["body", "filters", "polygon"];

/** Reads stored criteria; they were checked when they were stored. @param area the one that was drawn, where it is known already. */
export function conditionsOfSearch(
  given: GivenFilters,
  { filters, not, keywords }: Criteria,
  area?: PolygonArea,
): Conditions {
  const all: GivenFilters = {
    ...filters,
    ...given,
    state: filters.state,
    ...united("features", given, filters),
    ...united("without", given, filters),
  };
  const polygon = all.polygon === undefined ? null : polygonOf(all.polygon, FIELD);
  const conditions = conditionsOf(all, area ?? polygon);
  if (not) {
    const { cities, counties, zips, property_types, property_subtypes } = not;
    conditions.not = { cities, counties, zips, propertyTypes: property_types, subtypes: property_subtypes };
  }
  return { filters: conditions, keywords: keywords ?? null };
}

/** The filters at a time, for the listings of these sources (null: all). */
export function filtersAt(
  { filters }: Pick<Conditions, "filters">,
  moment: Moment,
  sourceIds: readonly number[] | null,
): ListingFilters {
  return { ...atMoment(filters, moment), ...(sourceIds && { sourceIds }) };
}

/** Features of the query and of the filters: all of them must hold, or none. */
function united(
  name: "features" | "without",
  given: GivenFilters,
  ofQuery: GivenFilters,
): Pick<GivenFilters, "features" | "without"> {
  const all = [...new Set([...(given[name] ?? []), ...(ofQuery[name] ?? [])])];
  return all.length === 0 ? {} : { [name]: all };
}
