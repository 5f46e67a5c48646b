import type { NumberColumn, WordColumn } from "./columns.ts";
import type { Dictionary } from "./dictionary.ts";
import type { ListingExclusions, ListingFilters, Range } from "./listing-query.ts";
import { boxRegion, circleRegion, type Region } from "./region.ts";

export type Dictionaries = Record<WordColumn, Dictionary>;

/** A query in the index's own numbers: all of these conditions must hold. */
export type CompiledQuery = {
  words: { column: WordColumn; number: number }[];
  anyOf: WordList[];
  noneOf: WordList[];
  ranges: ({ column: NumberColumn } & Bounds)[];
  /** null: anywhere, also without a position. */
  region: Region | null;
};

export type WordList = { column: WordColumn; numbers: readonly number[] };
export type Bounds = { min: number; max: number };

/** @returns null when a word of the query occurs in no listing: nothing can match. */
export function compileQuery(query: ListingFilters, dictionaries: Dictionaries): CompiledQuery | null {
  const words: CompiledQuery["words"] = [];
  for (const [filter, column] of WORDS) {
    const word = query[filter];
    if (word === undefined) continue;
    const number = dictionaries[column].find(word);
    if (number === undefined) return null;
    words.push({ column, number });
  }
  const anyOf: WordList[] = [];
  if (query.sourceIds) anyOf.push(wordList("source", query.sourceIds.map(String), dictionaries));
  if (query.cities) anyOf.push(wordList("city", query.cities, dictionaries));
  if (anyOf.some(({ numbers }) => numbers.length === 0)) return null;
  return {
    words,
    anyOf,
    noneOf: query.not ? excluded(query.not, dictionaries) : [],
    ranges: rangesOf(query),
    region: regionOf(query),
  };
}

const WORDS = [
  ["city", "city"],
  ["state", "state"],
  ["county", "county"],
  ["zip", "zip"],
  ["propertyType", "type"],
  ["subtype", "subtype"],
  ["status", "status"],
] as const satisfies [keyof ListingFilters, WordColumn][];

const EXCLUSIONS = [
  ["cities", "city"],
  ["counties", "county"],
  ["zips", "zip"],
  ["propertyTypes", "type"],
  ["subtypes", "subtype"],
] as const satisfies [keyof ListingExclusions, WordColumn][];

const RANGES = [
  ["price", "price"],
  ["beds", "beds"],
  ["baths", "baths"],
  ["sqft", "sqft"],
  ["acres", "acres"],
  ["yearBuilt", "yearBuilt"],
  ["stories", "stories"],
  ["garageSpaces", "garageSpaces"],
] as const satisfies [keyof ListingFilters, NumberColumn][];

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

function rangesOf(query: ListingFilters): CompiledQuery["ranges"] {
  const ranges: CompiledQuery["ranges"] = [];
  for (const [filter, column] of RANGES) {
    const range = bounds(query[filter]);
    if (range) ranges.push({ column, min: range.min, max: range.max });
  }
  return ranges;
}

function bounds(range: Range | undefined): Bounds | null {
  if (range?.min === undefined && range?.max === undefined) return null;
  return { min: range.min ?? -Infinity, max: range.max ?? Infinity };
}

function regionOf({ box, radius }: ListingFilters): Region | null {
  if (box) return boxRegion(box);
  return radius ? circleRegion(radius, radius.miles) : null;
}
