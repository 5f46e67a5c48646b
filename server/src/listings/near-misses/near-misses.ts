import type { GivenFilters } from "../filters/filter-fields.ts";
import { PolygonTooCostly } from "../polygon/polygon-region.ts";
import { allButOne } from "../search-index/all-but-one.ts";
import type { CountedIndex } from "../search-index/counted-index.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import { onlyFilters } from "../search-index/parts-of-filters.ts";
import { countBits } from "../search-index/word-kernels.ts";
import { type Relaxation, relaxationsOf } from "./relaxations.ts";

export type NearMiss = Pick<Relaxation, "parameter" | "from" | "to"> & { total: number };

/** From so many matches on, no change is proposed. */
const ENOUGH = 10;
const MOST = 5;

/** What other filters are read with; they are no conditions themselves. */
const SETTINGS: readonly (keyof ListingFilters)[] = ["includeUnknown", "today", "now"];
/** They are never relaxed. */
const FIXED: readonly (keyof ListingFilters)[] = ["sourceIds", "not"];
/** Each listing is looked at for these: they come last, when few listings are left. */
const LISTING_BY_LISTING: readonly (keyof ListingFilters)[] = [
  "daysOnMarket",
  "listedWithinDays",
  "priceReducedDays",
  "box",
  "radius",
  "polygon",
];

type Condition = { filter: keyof ListingFilters; feature?: string; filters: ListingFilters };

/** The single changes of a search with few matches that give more, most first (search.md, D19). */
export function findNearMisses(
  index: CountedIndex,
  given: GivenFilters,
  filters: ListingFilters,
  total: number,
): NearMiss[] {
  if (total >= ENOUGH) return [];
  const conditions = conditionsOf(filters);
  const matching = unlessTooCostly(() =>
    allButOne(
      index.matchBits(onlyFilters(filters, FIXED)),
      conditions.map((condition) => (within) => index.matchBits(condition.filters, within)),
    ),
  );
  if (!matching) return [];
  const { all, allBut } = matching;
  const matches = countBits(all, 0, all.length);
  const settings = onlyFilters(filters, SETTINGS);
  const misses = relaxationsOf(given, filters).flatMap(
    ({ parameter, from, to, filter, feature, relaxed }) => {
      const nth = conditions.findIndex((each) => each.filter === filter && each.feature === feature);
      const missing = allBut[nth]?.();
      if (!missing) return [];
      const gained = relaxed
        ? unlessTooCostly(() => index.matchBits({ ...settings, ...relaxed }, missing))
        : missing;
      const more = gained ? countBits(gained, 0, gained.length) : 0;
      return more === 0 ? [] : [{ parameter, from, to, total: matches + more }];
    },
  );
  return misses.sort((a, b) => b.total - a.total).slice(0, MOST);
}

function conditionsOf(filters: ListingFilters): Condition[] {
  const names = (Object.keys(filters) as (keyof ListingFilters)[]).filter(
    (name) => !SETTINGS.includes(name) && !FIXED.includes(name) && !PAGING.includes(name),
  );
  const isLate = (name: keyof ListingFilters) => Number(LISTING_BY_LISTING.includes(name));
  return names
    .sort((a, b) => isLate(a) - isLate(b))
    .flatMap((filter): Condition[] => {
      if (filter === "features")
        return [...new Set(filters.features)].map((feature) => ({
          filter,
          feature,
          filters: { features: [feature] },
        }));
      return [{ filter, filters: onlyFilters(filters, [...SETTINGS, filter]) }];
    });
}

/** What a query has beside filters. */
const PAGING: readonly string[] = ["sort", "offset", "limit", "after"];

/** What `find` gives; null when a polygon is too costly for it, which the search itself need not be. */
function unlessTooCostly<Found>(find: () => Found): Found | null {
  try {
    return find();
  } catch (error) {
    if (error instanceof PolygonTooCostly) return null;
    throw error;
  }
}
