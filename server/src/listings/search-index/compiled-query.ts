import { listingZone } from "../local-day.ts";
import { polygonRegion } from "../polygon/polygon-region.ts";
import { hasDay } from "../price-reductions.ts";
import type { Columns, NumberColumn, WordColumn } from "./columns.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { HIDDEN_FEATURES } from "./feature-words.ts";
import type { IndexedListings } from "./indexed-listings.ts";
import type { ListingExclusions, ListingFilters, Range, Words } from "./listing-query.ts";
import type { OrdinalSet } from "./ordinal-set.ts";
import { boxRegion, circleRegion, type Region } from "./region.ts";

/** Of a listing, by its ordinal. */
export type ListingTest = (ordinal: number, columns: Columns) => boolean;

/** A query in the index's own numbers: all of these conditions must hold. */
export type CompiledQuery = {
  words: { column: WordColumn; number: number }[];
  anyOf: WordList[];
  noneOf: WordList[];
  /** All of these, and none of those. */
  features: readonly number[];
  without: readonly number[];
  ranges: RangeCondition[];
  /** Listings that were looked up. */
  within: readonly OrdinalSet[];
  /** Of each listing that the other conditions leave over. */
  tests: ListingTest[];
  /** null: anywhere, also without a position. */
  region: Region | null;
};

export type WordList = { column: WordColumn; numbers: readonly number[] };
export type Bounds = { min: number; max: number };
export type RangeCondition = Bounds & {
  column: NumberColumn;
  /** A listing without a value matches. */
  orUnknown: boolean;
};

/** Finds the listings of conditions that no column has. */
type LookUp = Pick<IndexedListings, "named" | "withIds" | "withOpenHouse" | "earlierHigherOf">;

/**
 * @param mostCompared see polygonRegion.
 * @returns null when a word of the query occurs in no listing: nothing can match.
 */
export function compileQuery(
  query: ListingFilters,
  dictionaries: Dictionaries,
  lookUp: LookUp,
  mostCompared?: number,
): CompiledQuery | null {
  const words: CompiledQuery["words"] = [];
  const anyOf: WordList[] = [];
  const isKnown = (column: WordColumn, wanted: Words) => {
    const list = wordList(column, typeof wanted === "string" ? [wanted] : wanted, dictionaries);
    const [number] = list.numbers;
    if (list.numbers.length === 1) words.push({ column, number: number as number });
    else anyOf.push(list);
    return list.numbers.length > 0;
  };
  for (const [filter, column] of WORDS) {
    const wanted = query[filter];
    if (wanted !== undefined && !isKnown(column, wanted)) return null;
  }
  for (const [filter, column] of YES_OR_NO) {
    const wanted = query[filter];
    if (wanted !== undefined && !isKnown(column, wanted ? "yes" : "no")) return null;
  }
  if (query.sourceIds && !isKnown("source", query.sourceIds.map(String))) return null;
  const features = featureNumbers(query.features, dictionaries);
  if (features.length < new Set(query.features).size) return null;
  return {
    words,
    anyOf,
    features,
    without: query.without?.length
      ? featureNumbers([...query.without, ...HIDDEN_FEATURES], dictionaries)
      : [],
    noneOf: query.not ? excluded(query.not, dictionaries) : [],
    ranges: rangesOf(query),
    within: lookedUp(query, lookUp),
    tests: dayTests(query, dictionaries, lookUp),
    region: regionOf(query, mostCompared),
  };
}

function lookedUp({ listingIds, keywords, openHouse, now }: ListingFilters, lookUp: LookUp): OrdinalSet[] {
  return [
    ...(listingIds === undefined ? [] : [lookUp.named([listingIds].flat())]),
    ...(keywords === undefined ? [] : [lookUp.withIds(keywords.ids)]),
    ...(openHouse === undefined ? [] : [lookUp.withOpenHouse({ ...openHouse, now: now ?? -Infinity })]),
  ];
}

const WORDS = [
  ["city", "city"],
  ["state", "state"],
  ["county", "county"],
  ["zip", "zip"],
  ["propertyType", "type"],
  ["subtype", "subtype"],
  ["status", "status"],
  ["office", "office"],
  ["agent", "agent"],
] as const satisfies [keyof ListingFilters, WordColumn][];

const YES_OR_NO = [
  ["hasPhotos", "photos"],
  ["newConstruction", "newConstruction"],
] as const satisfies [keyof ListingFilters, WordColumn][];

const EXCLUSIONS = [
  ["cities", "city"],
  ["counties", "county"],
  ["zips", "zip"],
  ["propertyTypes", "type"],
  ["subtypes", "subtype"],
] as const satisfies [keyof ListingExclusions, WordColumn][];

const RANGES = [
  "price",
  "beds",
  "baths",
  "sqft",
  "acres",
  "yearBuilt",
  "stories",
  "garageSpaces",
  "pricePerSqft",
  "hoaMonthly",
] as const satisfies (keyof ListingFilters & NumberColumn)[];

function excluded(not: ListingExclusions, dictionaries: Dictionaries): WordList[] {
  return EXCLUSIONS.flatMap(([exclusion, column]) => {
    const list = wordList(column, not[exclusion] ?? [], dictionaries);
    return list.numbers.length > 0 ? [list] : [];
  });
}

/** Words that no listing has are left out. */
function wordList(column: WordColumn, words: readonly string[], dictionaries: Dictionaries): WordList {
  const numbers = words.map((word) => dictionaries[column].find(word));
  return { column, numbers: [...new Set(numbers.filter((number) => number !== undefined))] };
}

/** Without those that no listing has. */
function featureNumbers(words: readonly string[] = [], { feature }: Dictionaries): number[] {
  return [...new Set(words)].flatMap((word) => feature.find(word) ?? []);
}

function rangesOf(query: ListingFilters): RangeCondition[] {
  return RANGES.flatMap((column) => {
    const range = bounds(query[column]);
    return range ? [{ column, ...range, orUnknown: matchesUnknown(query, column) }] : [];
  });
}

function matchesUnknown(
  { includeUnknown, unknownOf = [] }: ListingFilters,
  filter: keyof ListingFilters,
): boolean {
  return includeUnknown === true || unknownOf.includes(filter);
}

function bounds(range: Range | undefined): Bounds | null {
  if (range?.min === undefined && range?.max === undefined) return null;
  return { min: range.min ?? -Infinity, max: range.max ?? Infinity };
}

/** What depends on the day that it is at the listing's place. */
function dayTests(query: ListingFilters, dictionaries: Dictionaries, lookUp: LookUp): ListingTest[] {
  const { listedWithinDays, priceReducedDays, today = {} } = query;
  const onMarket = bounds(query.daysOnMarket);
  if (!onMarket && listedWithinDays === undefined && priceReducedDays === undefined) return [];
  const byState = Float64Array.from(
    dictionaries.state.spellings,
    (state) => today[listingZone(state)] ?? Number.NaN,
  );
  const tests: ListingTest[] = [];
  if (onMarket) {
    tests.push((ordinal, { state, marketSince, marketDays }) => {
      const since = marketSince[ordinal] as number;
      const days = Number.isNaN(since)
        ? (marketDays[ordinal] as number)
        : Math.max(0, (byState[state[ordinal] as number] as number) - since);
      if (Number.isNaN(days)) return matchesUnknown(query, "daysOnMarket");
      return days >= onMarket.min && days <= onMarket.max;
    });
  }
  if (listedWithinDays !== undefined) {
    tests.push((ordinal, { state, listDay }) => {
      const days = (byState[state[ordinal] as number] as number) - (listDay[ordinal] as number);
      return days <= listedWithinDays;
    });
  }
  if (priceReducedDays !== undefined) {
    tests.push((ordinal, { state, higherFrom, higherThrough }) => {
      const day = (byState[state[ordinal] as number] as number) - priceReducedDays;
      if (!(day <= (higherThrough[ordinal] as number))) return false;
      return day >= (higherFrom[ordinal] as number) || hasDay(lookUp.earlierHigherOf(ordinal), day);
    });
  }
  return tests;
}

function regionOf({ box, radius, polygon }: ListingFilters, mostCompared?: number): Region | null {
  if (box) return boxRegion(box);
  if (polygon) return polygonRegion(polygon, mostCompared);
  return radius ? circleRegion(radius, radius.miles) : null;
}
