import { anyCase, CITIES } from "./diversify.ts";
import type { KingCounty, Subscriber } from "./king-county.ts";
import type { ListingRow } from "./listing-rows.ts";
import { randomBox, randomRadius } from "./random-places.ts";
import { type RangeField, type Search, type SortField, searchPath } from "./search.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type Query = { search: Search; subscriber: Subscriber; path: string; host: string };

/** A search of some brokerage's listings: any mix of filters, a box or a radius, order and page. All are valid. */
export function randomQuery(county: KingCounty, random: SeededRandom): Query {
  const subscriber = county.subscribers[
    random.weighted([
      [60, 0],
      [20, 1],
      [17, 2],
      [3, 3],
    ])
  ] as Subscriber;
  const search = random.chance(0.06) ? randomDeepPage(random) : randomSearch(county.rows, random);
  return { search, subscriber, ...address(search, subscriber, county, random) };
}

function randomSearch(rows: ListingRow[], random: SeededRandom): Search {
  const place = random.weighted([
    [45, () => ({})],
    [25, () => randomBox(rows, random)],
    [30, () => randomRadius(rows, random)],
  ])();
  const inRadius = "radius_miles" in place;
  return {
    ...place,
    ...randomFilters(rows, random),
    ...randomOrder(inRadius, random),
    ...randomPage(random),
  };
}

/** Thousands of listings down a long result. */
function randomDeepPage(random: SeededRandom): Search {
  return { state: "any", ...randomOrder(false, random), page: random.integer(20, 100), page_size: 100 };
}

/** The brokerage is named by the Host, or by `brokerage_id` on another brokerage's Host. */
function address(search: Search, subscriber: Subscriber, county: KingCounty, random: SeededRandom) {
  if (random.chance(0.8)) return { path: searchPath(search), host: subscriber.host };
  const path = searchPath({ ...search, brokerage_id: subscriber.id });
  return { path, host: random.pick(county.subscribers).host };
}

function randomFilters(rows: ListingRow[], random: SeededRandom): Search {
  return {
    ...randomState(random),
    ...(random.chance(0.15) && { city: some(() => random.pick([...CITIES, "Nowhere"]), random) }),
    ...(random.chance(0.2) && {
      property_type: some(() => random.pick(["Residential", "Residential", "Land", "Commercial"]), random),
    }),
    ...(random.chance(0.3) && {
      status: some(
        () =>
          random.pick([
            "Active",
            "Active",
            "Pending",
            "Sold",
            "Closed",
            "Coming Soon",
            "Active Under Contract",
          ]),
        random,
      ),
    }),
    ...(random.chance(0.7) && randomNewerFilters(rows, random)),
    ...(random.chance(0.35) && randomRange("price", () => randomPrice(rows, random), random)),
    ...(random.chance(0.3) &&
      randomRange("beds", () => random.pick(rows).beds ?? random.integer(0, 12), random)),
    ...(random.chance(0.3) && randomRange("baths", () => randomBaths(rows, random), random)),
  };
}

/** Those of search.md, each seldom, so that most searches still find something. */
function randomNewerFilters(rows: ListingRow[], random: SeededRandom): Search {
  const row = () => random.pick(rows);
  const ranges: [RangeField, () => number][] = [
    ["sqft", () => row().sqft ?? 1500],
    ["lot_size_acres", () => row().lot_size_acres ?? 0.2],
    ["year_built", () => row().year_built ?? 1980],
    ["days_on_market", () => random.integer(0, 900)],
    ["garage_spaces", () => random.integer(0, 4)],
    ["stories", () => random.pick([1, 1.5, 2, 3])],
    ["hoa_monthly", () => row().hoa_monthly ?? 0],
    ["price_per_sqft", () => (row().list_price ?? 0) / (row().sqft || 1)],
  ];
  const zips = () => row().zip ?? "00000";
  return {
    ...Object.assign(
      {},
      ...ranges.map(([name, value]) => random.chance(0.05) && randomRange(name, value, random)),
    ),
    ...(random.chance(0.08) && { zip: Array.from({ length: random.integer(1, 12) }, zips) }),
    ...(random.chance(0.05) && { county: some(() => random.pick(["King", "Ada", "Nowhere"]), random) }),
    ...(random.chance(0.05) && {
      property_subtype: some(() => random.pick(["Condominium", "Townhouse", "Nothing"]), random),
    }),
    ...(random.chance(0.04) && { list_office: anyCase(random.pick(["Office 1", "Office, 2"]), random) }),
    ...(random.chance(0.04) && { list_agent: anyCase(`Agent ${random.integer(1, 12)}`, random) }),
    ...(random.chance(0.02) && {
      listing_ids: Array.from({ length: random.pick([1, 20, 200]) }, () => anyCase(row().listing_id, random)),
    }),
    ...(random.chance(0.06) && { has_photos: random.chance(0.5) }),
    ...(random.chance(0.03) && { new_construction: random.chance(0.5) }),
    ...(random.chance(0.05) && { listed_within_days: random.pick([0, 7, 400, 900]) }),
    ...(random.chance(0.05) && {
      keywords: random.pick([
        "the",
        "Bright",
        "pool",
        "pools side",
        "owner's",
        "owner",
        "ALDER, way",
        "view 3",
        "cañon",
        "77",
      ]),
    }),
    ...(random.chance(0.03) && randomDays(random)),
    ...(random.chance(0.03) && { price_reduced_days: random.integer(1, 70) }),
    ...(random.chance(0.15) && { include_unknown: random.chance(0.8) }),
  };
}

function randomDays(random: SeededRandom): Search {
  const day = random.integer(3, 27);
  const on = (day: number) => `2026-06-${String(day).padStart(2, "0")}`;
  const [open_house_from, open_house_to] = [on(day), on(day + random.integer(0, 3))];
  return random.pick([{ open_house_from }, { open_house_to }, { open_house_from, open_house_to }]);
}

/** One to three words, each in any case. */
function some(word: () => string, random: SeededRandom): string[] {
  return Array.from({ length: random.integer(1, 3) }, () => anyCase(word(), random));
}

function randomState(random: SeededRandom): Search {
  return random.weighted<Search>([
    [50, { state: random.pick(["any", "any", "Any"]) }],
    [25, {}],
    [20, { state: anyCase(random.pick(["WA", "WA", "ID", "OR"]), random) }],
    [2, { state: "TX" }],
  ]);
}

/** One end, the other, both, or both the same. */
function randomRange(what: RangeField, value: () => number, random: SeededRandom): Search {
  const [min, max] = [value(), value()].sort((a, b) => a - b);
  const ends = random.weighted([
    [35, { min }],
    [30, { max }],
    [25, { min, max }],
    [10, { min, max: min }],
  ]);
  return Object.fromEntries(Object.entries(ends).map(([end, bound]) => [`${end}_${what}`, bound]));
}

/** Most often one that some listing has exactly. */
function randomPrice(rows: ListingRow[], random: SeededRandom): number {
  return random.weighted([
    [60, () => random.pick(rows).list_price ?? 0],
    [30, () => random.integer(0, 60) * 25_000],
    [5, () => random.decimal(0, 2_000_000, 2)],
    [3, () => 0],
    [2, () => 100_000_000],
  ])();
}

function randomBaths(rows: ListingRow[], random: SeededRandom): number {
  return random.chance(0.7) ? (random.pick(rows).baths ?? 0) : random.decimal(0, 6, 1);
}

function randomOrder(inRadius: boolean, random: SeededRandom): Search {
  const fields: SortField[] = ["list_price", "beds", "baths", "sqft", "list_date"];
  if (inRadius) fields.push("distance_miles", "distance_miles");
  return {
    ...(random.chance(0.7) && { sort_by: random.pick(fields) }),
    ...(random.chance(0.6) && { sort_order: random.pick(["asc", "desc"] as const) }),
  };
}

function randomPage(random: SeededRandom): Search {
  return {
    ...(random.chance(0.6) && { page_size: random.pick([100, 100, 50, 20, 7, 1, random.integer(2, 99)]) }),
    ...random.weighted<Search>([
      [55, {}],
      [10, { page: 1 }],
      [25, { page: random.integer(2, 6) }],
      [8, { page: random.integer(7, 400) }],
      [2, { page: 1_000_000 }],
    ]),
  };
}
