import type { Word } from "../models/index.ts";
import type { Claim } from "./claim.ts";
import { denialsIn, deniedBy, refusesAnyGarage, withTheirLike } from "./denials.ts";
import type { Filters, Interpretation, KnownPlaces } from "./interpretation.ts";
import { kindFilters } from "./kinds.ts";
import { placedClauses } from "./placed-words.ts";
import { placesIn } from "./places/find-places.ts";
import type { PlaceFound } from "./places/how-meant.ts";
import { placeFilters } from "./places/place-filters.ts";
import { zipsIn } from "./places/zips.ts";
import { quantitiesIn } from "./quantities/find-quantities.ts";
import { restText } from "./rest-text.ts";
import { statusesIn } from "./statuses.ts";
import { tokensOf } from "./tokens.ts";
import { trapsIn } from "./traps.ts";
import { mendWords } from "./vocabulary/mend-words.ts";
import { featureOfEntry, type Named, namedIn } from "./vocabulary/named-in.ts";
import { isDenied } from "./vocabulary/phrase-finder.ts";

/** A query is a line that somebody types; what comes after this is not read. */
const MOST_CHARACTERS = 1_000;
/** From this on, ground is what somebody asks for, and not the yard that comes with a house. */
const AN_ACRE = 0.95;

/** An interpretation, and what of it is no filter but tells a taste. */
export type Reading = Interpretation & { places: PlaceFound[]; kinds: string[]; refusedKinds: string[] };

/**
 * What the words of a buyer mean (docs/decisions/query-interpretation.md). Sober: a word that it does not know asks for nothing,
 * and a filter stands only where the words carry it. Pure; time grows with the text alone.
 */
export function interpret(query: string, known: KnownPlaces): Interpretation {
  const { filters, features, without, not, text } = readWords(query, known);
  // The filter says it; a three-car garage is one of them.
  const refused = filters.max_garage_spaces === 0 ? without.filter((key) => key !== "garage") : without;
  return { filters, features, without: withTheirLike(refused, features), not, text };
}

/** As `interpret`, with the places that are no filters and the kinds of property by their keys. */
export function readWords(query: string, known: KnownPlaces): Reading {
  const text = query.slice(0, MOST_CHARACTERS);
  const tokens = tokensOf(text);
  const traps = trapsIn(text, tokens);
  const isTaken = tokensIn(traps);
  const places = placesIn(tokens, known, isTaken);
  const placeClaims = placeFilters(tokens, places);
  const zips = zipsIn(tokens, known, places).filter((zip) => !isTaken.has(zip.from));
  const named = [...traps, ...placeClaims, ...zips];
  const quantities = quantitiesIn(tokens, tokensIn(named));
  const statuses = statusesIn(tokens, tokensIn(named));
  const claims = [...named, ...statuses, ...quantities];

  const clauses = placedClauses(text, tokens, claims).map(mendWords);
  const words = namedIn(clauses);
  const denials = denialsIn(clauses, tokens, words.denied.features);
  const isWithoutGarage = words.denied.features.includes("garage") && refusesAnyGarage(clauses);
  const filters = merged([
    ...claims,
    ...(isWithoutGarage ? [{ from: 0, to: 0, filters: { max_garage_spaces: 0 } }] : []),
  ]);
  const asksRooms = Object.keys(filters).some((name) => /_(?:beds|baths)$/.test(name));
  const all = { ...filters, ...kindFilters(clauses, asksRooms) };
  return {
    filters: all,
    features: wantedFeatures(words, filters, clauses),
    without: words.denied.features,
    not: deniedBy([...claims, ...denials], all),
    text: restText(text, tokens, [...claims, ...denials]),
    places,
    kinds: words.propertyTypes,
    refusedKinds: words.denied.propertyTypes,
  };
}

function tokensIn(claims: readonly Claim[]): Set<number> {
  const tokens = new Set<number>();
  for (const { from, to } of claims) for (let at = from; at < to; at++) tokens.add(at);
  return tokens;
}

/** The first word on an end of a range counts; what would turn a range upside down is left out. */
function merged(claims: readonly Claim[]): Filters {
  let all: Filters = {};
  for (const { filters } of claims) {
    if (!filters) continue;
    const both = { ...filters, ...all };
    if (isUpright(both)) all = both;
  }
  return all;
}

function isUpright(filters: Filters): boolean {
  const ends = filters as Record<string, unknown>;
  return Object.keys(ends).every((name) => {
    const most = name.startsWith("min_") ? ends[name.replace("min_", "max_")] : undefined;
    return most === undefined || (ends[name] as number) <= (most as number);
  });
}

function wantedFeatures(
  { features }: Named,
  { min_acres = 0, max_stories }: Filters,
  clauses: readonly Word[][],
): string[] {
  const wanted = new Set(features);
  if (min_acres >= AN_ACRE || saysSomeAcres(clauses)) wanted.add("acreage");
  // "3 bed, shop, office" is a list: what stands between its commas is whole.
  if (clauses.length > 1)
    for (const clause of clauses) {
      const entry = featureOfEntry(clause.map(({ text }) => text).join(" "));
      if (entry !== undefined && IN_LISTS.has(entry)) wanted.add(entry);
    }
  if (saysShop(clauses)) wanted.add("shop");
  if (max_stories === 1) wanted.add("single_level");
  return [...wanted];
}

const IN_LISTS = new Set(["shop", "home_office", "wooded"]);
const BEFORE_SHOP = new Set([
  "and",
  "plus",
  "garage",
  "barn",
  "yard",
  "house",
  "home",
  "car",
  "big",
  "large",
]);

/** "Garage and shop": in a description shops are where people go, in a query one shop is what they want. */
function saysShop(clauses: readonly Word[][]): boolean {
  return clauses.some((words) =>
    words.some(
      ({ text }, at) => text === "shop" && BEFORE_SHOP.has(words[at - 1]?.text ?? "") && !isDenied(words, at),
    ),
  );
}

const SOME = new Set(["few", "several", "some", "many", "multiple"]);

function saysSomeAcres(clauses: readonly Word[][]): boolean {
  return clauses.some((words) =>
    words.some(({ text }, at) => SOME.has(text) && words[at + 1]?.text === "acres"),
  );
}

const NOWHERE: KnownPlaces = { cities: [], counties: [], zips: [] };

/** The prices that a text asks for: under, over, between, `450k`, `$1.2m`; null without any. */
export function priceIn(text: string): { min: number | null; max: number | null } | null {
  const { min_price: min = null, max_price: max = null } = readWords(text, NOWHERE).filters;
  return min === null && max === null ? null : { min, max };
}
