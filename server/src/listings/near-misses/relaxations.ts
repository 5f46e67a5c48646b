import type { GivenFilters } from "../filters/filter-fields.ts";
import { listFilters, rangeFilters, rangeNames } from "../filters/filter-table.ts";
import { polygonOf } from "../polygon/parse-polygon.ts";
import { type PolygonArea, PolygonError, type Ring } from "../polygon/polygon-area.ts";
import { widerPolygon } from "../polygon/wider-polygon.ts";
import type { ListingFilters } from "../search-index/listing-query.ts";

/** One change of a search that may give more. `to` null: the filter is lifted. */
export type Relaxation = {
  parameter: string;
  from: unknown;
  to: unknown;
  /** The filter of the index that changes; of `features` the one that is left out. */
  filter: keyof ListingFilters;
  feature?: string;
  /** What it becomes; null: none. */
  relaxed: ListingFilters | null;
  /** Present matches that do not satisfy `relaxed` are lost. */
  narrows?: true;
  /** Whether a search takes it, absent: it does. A wider ring may cross itself by what is rounded. Takes some milliseconds. */
  isAccepted?(): boolean;
};

/** By how much of itself a bound moves at most, and an area widens (search.md, D19). */
const SHARE = 0.25;
const MAX_RADIUS_MILES = 50;
/** They move by one. */
const COUNTS: readonly string[] = ["beds", "baths", "stories", "garage_spaces"];
/** A quarter of a year's number would be five centuries. */
const YEARS = 10;
const WHOLE: readonly string[] = ["year_built", "days_on_market"];

const LIFTED = {
  list_office: "office",
  list_agent: "agent",
  keywords: "keywords",
  has_photos: "hasPhotos",
  new_construction: "newConstruction",
  without: "without",
} as const satisfies Partial<Record<keyof GivenFilters, keyof ListingFilters>>;

const WITHIN_DAYS = {
  listed_within_days: "listedWithinDays",
  price_reduced_days: "priceReducedDays",
} as const satisfies Partial<Record<keyof GivenFilters, keyof ListingFilters>>;

/**
 * Every single change of a search that could give more, in no order.
 *
 * @param stateWithoutIds the default of `state` for a search without `listing_ids`; absent: any.
 */
export function relaxationsOf(
  given: GivenFilters,
  filters: ListingFilters,
  stateWithoutIds = "any",
): Relaxation[] {
  return [
    ...lifts(given),
    ...withoutIds(given, filters, stateWithoutIds),
    ...fewerFeatures(given),
    ...movedBounds(given, filters),
    ...moreDays(given, filters),
    ...anyOpenHouse(given, filters),
    ...widerAreas(given, filters),
    ...anyState(filters),
  ];
}

function lifts(given: GivenFilters): Relaxation[] {
  const lists = Object.entries(listFilters).flatMap(([parameter, { filter }]) =>
    parameter === "listing_ids" ? [] : [[parameter, filter] as const],
  );
  return [...lists, ...Object.entries(LIFTED)].flatMap(([parameter, filter]) => {
    const from = given[parameter as keyof GivenFilters];
    return from === undefined ? [] : [{ parameter, from, to: null, filter, relaxed: null }];
  });
}

/** Without a bound, or a number of days, at all: for searches that no smaller change helps. */
export function liftedBounds(given: GivenFilters, filters: ListingFilters): Relaxation[] {
  const bounds = rangeNames.flatMap((name) =>
    (["min", "max"] as const).flatMap((end): Relaxation[] => {
      const parameter = `${end}_${name}` as const;
      const { filter } = rangeFilters[name];
      const from = given[parameter];
      if (from === undefined) return [];
      const { [end]: _, ...rest } = (filters[filter] ?? {}) as { min?: number; max?: number };
      const relaxed = Object.values(rest).some((value) => value !== undefined) ? { [filter]: rest } : null;
      return [{ parameter, from, to: null, filter, relaxed }];
    }),
  );
  const days = Object.entries(WITHIN_DAYS).flatMap(([parameter, filter]): Relaxation[] => {
    const from = given[parameter as keyof GivenFilters];
    return from === undefined ? [] : [{ parameter, from, to: null, filter, relaxed: null }];
  });
  return [...bounds, ...days];
}

/** The default state holds for a search without ids (search.md, D02), unless something else sets it aside. */
function withoutIds(
  { listing_ids: from, state, polygon }: GivenFilters,
  { listingIds }: ListingFilters,
  stateWithoutIds: string,
): Relaxation[] {
  if (from === undefined || listingIds === undefined) return [];
  const lifted = { parameter: "listing_ids", from, to: null, filter: "listingIds" } as const;
  if (state !== undefined || polygon !== undefined || stateWithoutIds === "any")
    return [{ ...lifted, relaxed: null }];
  return [{ ...lifted, relaxed: { state: stateWithoutIds }, narrows: true }];
}

function fewerFeatures({ features = [] }: GivenFilters): Relaxation[] {
  const words = [...new Set(features.map((word) => word.toLowerCase()))];
  return words.map((feature) => {
    const rest = features.filter((word) => word.toLowerCase() !== feature);
    const to = rest.length > 0 ? rest : null;
    return { parameter: "features", from: features, to, filter: "features", feature, relaxed: null };
  });
}

function movedBounds(given: GivenFilters, filters: ListingFilters): Relaxation[] {
  return rangeNames.flatMap((name) =>
    (["min", "max"] as const).flatMap((end): Relaxation[] => {
      const parameter = `${end}_${name}` as const;
      const from = given[parameter];
      if (from === undefined) return [];
      const to = movedBound(name, from, end);
      const { filter } = rangeFilters[name];
      if (to === from) return [];
      return [{ parameter, from, to, filter, relaxed: { [filter]: { ...filters[filter], [end]: to } } }];
    }),
  );
}

function movedBound(name: string, from: number, end: "min" | "max"): number {
  const step = COUNTS.includes(name)
    ? 1
    : name === "year_built"
      ? Math.min(YEARS, from * SHARE)
      : from * SHARE;
  if (end === "min") return Math.max(0, WHOLE.includes(name) ? Math.ceil(from - step) : from - step);
  return WHOLE.includes(name) ? Math.floor(from + step) : from + step;
}

function moreDays(given: GivenFilters, filters: ListingFilters): Relaxation[] {
  return Object.entries(WITHIN_DAYS).flatMap(([parameter, filter]) => {
    const from = filters[filter];
    if (from === undefined || given[parameter as keyof GivenFilters] === undefined) return [];
    const to = Math.floor(from * (1 + SHARE));
    if (to === from) return [];
    // A price that was higher so many days ago need not have been so earlier.
    const narrows = filter === "priceReducedDays" && { narrows: true as const };
    return [{ parameter, from, to, filter, relaxed: { [filter]: to }, ...narrows }];
  });
}

/** Without its first or its last day. */
function anyOpenHouse(given: GivenFilters, { openHouse }: ListingFilters): Relaxation[] {
  const ends = [
    ["open_house_from", "from", "to"],
    ["open_house_to", "to", "from"],
  ] as const;
  return ends.flatMap(([parameter, end, other]): Relaxation[] => {
    if (openHouse?.[end] === undefined) return [];
    const rest = openHouse[other];
    const relaxed = rest === undefined ? null : { openHouse: { [other]: rest } };
    return [{ parameter, from: given[parameter], to: null, filter: "openHouse", relaxed }];
  });
}

function widerAreas(given: GivenFilters, { box, radius, polygon }: ListingFilters): Relaxation[] {
  if (radius) {
    const miles = Math.min(MAX_RADIUS_MILES, radius.miles * (1 + SHARE));
    if (miles === radius.miles) return [];
    const relaxed = { radius: { ...radius, miles } };
    return [{ parameter: "radius_miles", from: radius.miles, to: miles, filter: "radius", relaxed }];
  }
  if (polygon) {
    const wider = widerPolygon(polygon, 1 + SHARE);
    const to = geoJson(wider);
    const relaxed = { polygon: wider };
    return [
      {
        parameter: "polygon",
        from: given.polygon,
        to,
        filter: "polygon",
        relaxed,
        isAccepted: () => isAccepted(to),
      },
    ];
  }
  if (!box) return [];
  const [lat, lng] = [((box.maxLat - box.minLat) * SHARE) / 2, ((box.maxLng - box.minLng) * SHARE) / 2];
  const wider = {
    minLat: Math.max(-90, box.minLat - lat),
    maxLat: Math.min(90, box.maxLat + lat),
    minLng: Math.max(-180, box.minLng - lng),
    maxLng: Math.min(180, box.maxLng + lng),
  };
  const asParameters = ({ minLat, maxLat, minLng, maxLng }: typeof wider) => ({
    min_lat: minLat,
    max_lat: maxLat,
    min_lng: minLng,
    max_lng: maxLng,
  });
  return [
    {
      parameter: "box",
      from: asParameters(box),
      to: asParameters(wider),
      filter: "box",
      relaxed: { box: wider },
    },
  ];
}

function anyState({ state }: ListingFilters): Relaxation[] {
  if (typeof state !== "string") return [];
  return [{ parameter: "state", from: state.toUpperCase(), to: "any", filter: "state", relaxed: null }];
}

function isAccepted(polygon: object): boolean {
  try {
    polygonOf(polygon);
    return true;
  } catch (error) {
    if (error instanceof PolygonError) return false;
    throw error;
  }
}

function geoJson({ parts }: PolygonArea): object {
  const closed = ({ lngs, lats }: Ring) => {
    const points = Array.from(lngs, (lng, nth) => [lng, lats[nth] as number]);
    return [...points, points[0]];
  };
  return {
    type: "MultiPolygon",
    coordinates: parts.map(({ outer, holes }) => [outer, ...holes].map(closed)),
  };
}
