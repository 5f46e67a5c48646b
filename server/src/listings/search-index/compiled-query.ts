import { boxAround } from "../distance.ts";
import type { Dictionary, Extent } from "./dictionary.ts";
import type { ListingDenials, ListingFilters, Range } from "./listing-query.ts";

export type Dictionaries = Record<
  "city" | "state" | "status" | "type" | "source" | "county" | "zip" | "subtype",
  Dictionary
>;

/** A query in the index's own numbers, ready for the scan. `null` means: does not filter. */
export type CompiledQuery = {
  city: number | null;
  state: number | null;
  status: number | null;
  type: number | null;
  /** By the source's number: 1 for the ones that may be seen. */
  sources: Uint8Array | null;
  price: Bounds | null;
  beds: Bounds | null;
  baths: Bounds | null;
  /** What few searches ask for; null when this one asks for none of it. */
  seldom: SeldomAsked | null;
  /** Where matches can lie. */
  area: Extent;
  /** Whether listings without a position can match. */
  anywhere: boolean;
  /** Whether a row's latitude must be held against the area (longitudes are, by the bands' order). */
  checkLatitude: boolean;
  radius: { lat: number; lng: number; miles: number } | null;
};

export type Bounds = { min: number; max: number };

type WordColumn = "city" | "county" | "zip" | "subtype" | "type";

export type SeldomAsked = {
  words: { column: "county" | "zip" | "subtype"; number: number }[];
  /** One of several words, or none of them. */
  sets: { column: WordColumn; numbers: ReadonlySet<number>; isIn: boolean }[];
  ranges: ({ column: "sqft" | "acres" | "yearBuilt" | "stories" | "garageSpaces" } & Bounds)[];
};

const EARTH: Extent = { minLat: -90, maxLat: 90, minLng: -180, maxLng: 180 };

/** @returns null when a word of the query occurs in no listing: nothing can match. */
export function compileQuery(query: ListingFilters, words: Dictionaries): CompiledQuery | null {
  const city = lookUp(query.city, words.city);
  const state = lookUp(query.state, words.state);
  const status = lookUp(query.status, words.status);
  const type = lookUp(query.propertyType, words.type);
  if (city === undefined || state === undefined || status === undefined || type === undefined) return null;
  const seldom = seldomAsked(query, words);
  if (seldom === undefined) return null;

  const asked =
    query.box ?? (query.radius && boxAround(query.radius.lat, query.radius.lng, query.radius.miles));
  let area = asked ?? EARTH;
  // A city's listings lie close together: its extent saves scanning the rest of the country.
  if (city !== null) area = intersection(area, words.city.extentOf(city));
  if (state !== null) area = intersection(area, words.state.extentOf(state));

  return {
    city,
    state,
    status,
    type,
    sources: query.sourceIds ? sourceMask(query.sourceIds, words.source) : null,
    price: bounds(query.price),
    beds: bounds(query.beds),
    baths: bounds(query.baths),
    seldom,
    area,
    anywhere: asked === undefined,
    checkLatitude: asked !== undefined,
    radius: query.radius ?? null,
  };
}

/** undefined when a word occurs in no listing. */
function seldomAsked(query: ListingFilters, dictionaries: Dictionaries): SeldomAsked | null | undefined {
  const words: SeldomAsked["words"] = [];
  for (const column of ["county", "zip", "subtype"] as const) {
    const number = lookUp(query[column], dictionaries[column]);
    if (number === undefined) return undefined;
    if (number !== null) words.push({ column, number });
  }
  const sets: SeldomAsked["sets"] = [];
  if (query.cities)
    sets.push({ column: "city", numbers: numbersOf(query.cities, dictionaries.city), isIn: true });
  for (const [denied, column] of DENIABLE) {
    const numbers = numbersOf(query.not?.[denied] ?? [], dictionaries[column]);
    if (numbers.size > 0) sets.push({ column, numbers, isIn: false });
  }
  const ranges = (["sqft", "acres", "yearBuilt", "stories", "garageSpaces"] as const).flatMap((column) => {
    const range = bounds(query[column]);
    return range === null ? [] : [{ column, ...range }];
  });
  return words.length + sets.length + ranges.length === 0 ? null : { words, sets, ranges };
}

const DENIABLE: [keyof ListingDenials, WordColumn][] = [
  ["cities", "city"],
  ["counties", "county"],
  ["zips", "zip"],
  ["propertyTypes", "type"],
  ["subtypes", "subtype"],
];

/** Words that no listing has are left out. */
function numbersOf(words: readonly string[], dictionary: Dictionary): Set<number> {
  return new Set(words.map((word) => dictionary.find(word)).filter((number) => number !== undefined));
}

function lookUp(word: string | undefined, dictionary: Dictionary): number | null | undefined {
  return word === undefined ? null : dictionary.find(word);
}

function bounds(range: Range | undefined): Bounds | null {
  if (range?.min === undefined && range?.max === undefined) return null;
  return { min: range.min ?? -Infinity, max: range.max ?? Infinity };
}

function intersection(a: Extent, b: Extent): Extent {
  return {
    minLat: Math.max(a.minLat, b.minLat),
    maxLat: Math.min(a.maxLat, b.maxLat),
    minLng: Math.max(a.minLng, b.minLng),
    maxLng: Math.min(a.maxLng, b.maxLng),
  };
}

/** A typed array reads out of its bounds as undefined, which is not 1: sources seen later stay hidden. */
function sourceMask(sourceIds: readonly number[], dictionary: Dictionary): Uint8Array {
  const numbers = sourceIds.map((id) => dictionary.find(String(id))).filter((number) => number !== undefined);
  const mask = new Uint8Array(Math.max(0, ...numbers) + 1);
  for (const number of numbers) mask[number] = 1;
  return mask;
}
