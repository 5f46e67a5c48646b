import type { GivenFilters } from "../filters/filter-fields.ts";
import { MAX_COMPARED, PolygonTooCostly } from "../polygon/polygon-region.ts";
import { allButOne } from "../search-index/all-but-one.ts";
import type { Bitmap } from "../search-index/bitmap.ts";
import type { CountedIndex } from "../search-index/counted-index.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";
import { onlyFilters } from "../search-index/parts-of-filters.ts";
import { countBits, keepWhere } from "../search-index/word-kernels.ts";
import { liftedBounds, type Relaxation, relaxationsOf } from "./relaxations.ts";

export type NearMiss = Pick<Relaxation, "parameter" | "from" | "to"> & { total: number };

/** From so many matches on, no change is proposed. */
const ENOUGH = 10;
const MOST = 5;
/** Edges that each of two areas is compared with: together with those of the search they hold up others for less than 20 ms. */
const MOST_COMPARED = MAX_COMPARED / 6;

/** What other filters are read with; they are no conditions themselves. */
const SETTINGS: readonly (keyof ListingFilters)[] = ["includeUnknown", "unknownOf", "today", "now"];
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

/**
 * The single changes of a search with few matches that give more, most first (search.md, D19).
 *
 * @param counted `total`: the matches of the search; `accepts`: whether the search may find a listing that its filters leave, absent:
 * any. It is called once at most for each listing. `stateWithoutIds`: see relaxationsOf. `lifts`: bounds are lifted instead of moved, and
 * nothing else changes.
 */
export function findNearMisses(
  index: CountedIndex,
  given: GivenFilters,
  filters: ListingFilters,
  {
    total,
    accepts,
    stateWithoutIds,
    lifts = false,
  }: { total: number; accepts?: (id: number) => boolean; stateWithoutIds?: string; lifts?: boolean },
): NearMiss[] {
  if (total >= ENOUGH) return [];
  const conditions = conditionsOf(filters);
  const matching = unlessTooCostly(() =>
    allButOne(
      index.matchBits(onlyFilters(filters, FIXED)),
      conditions.map((condition) => (within) => index.matchBits(condition.filters, within, MOST_COMPARED)),
    ),
  );
  if (!matching) return [];
  const keepAccepted = (bits: Bitmap) => {
    if (accepts) keepWhere(bits, 0, bits.length, (ordinal) => accepts(index.idOf(ordinal)));
    return bits;
  };
  const all = keepAccepted(matching.all);
  const missing: (Bitmap | undefined)[] = [];
  const matches = countBits(all, 0, all.length);
  const settings = onlyFilters(filters, SETTINGS);
  const relaxations = lifts ? liftedBounds(given, filters) : relaxationsOf(given, filters, stateWithoutIds);
  const misses = relaxations.flatMap(
    ({ parameter, from, to, filter, feature, relaxed, narrows, isAccepted = () => true }) => {
      const nth = conditions.findIndex((each) => each.filter === filter && each.feature === feature);
      const allBut = matching.allBut[nth];
      if (!allBut) return [];
      missing[nth] ??= keepAccepted(allBut());
      const within = missing[nth];
      const count = (within: Bitmap) => {
        const found = relaxed
          ? unlessTooCostly(() => index.matchBits({ ...settings, ...relaxed }, within, MOST_COMPARED))
          : within;
        return found ? countBits(found, 0, found.length) : 0;
      };
      const total = count(within) + (narrows ? count(all) : matches);
      return total <= matches || !isAccepted() ? [] : [{ parameter, from, to, total }];
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
