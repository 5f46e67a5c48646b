import { namedIn, saysAcres } from "../vocabulary/named-in.ts";
import { clausesOf } from "../vocabulary/phrase-finder.ts";
import { type AskedPrice, askedPrice } from "./amounts.ts";
import { citiesIn, cityIndex } from "./cities-in.ts";
import { askedBathrooms, askedBedrooms } from "./rooms.ts";

/** What the words of a search ask for. Features and kinds of property by their keys, cities as listings spell them. */
export type WordsAskFor = {
  price: AskedPrice | null;
  bedrooms: number | null;
  bathrooms: number | null;
  cities: string[];
  features: string[];
  property_types: string[];
  /** What they say no to: `no pool`. */
  unwanted: { cities: string[]; features: string[]; property_types: string[] };
};

/** A query is a line that somebody types; what comes after this is not read. */
const MOST_CHARACTERS = 300;

/** Reads a search query. Sober: a word that it does not know asks for nothing. */
export function wordsAskFor(query: string, cities: readonly string[]): WordsAskFor {
  const text = query.slice(0, MOST_CHARACTERS).replaceAll(/\s+/g, " ");
  const clauses = clausesOf(text);
  const places = citiesIn(clauses, cityIndex(cities));
  const named = namedIn(clauses, places.taken);
  const hasAcres = saysAcres(text) && !named.features.includes("acreage");
  return {
    price: askedPrice(text),
    bedrooms: askedBedrooms(text),
    bathrooms: askedBathrooms(text),
    cities: places.wanted,
    features: hasAcres ? [...named.features, "acreage"] : named.features,
    property_types: named.propertyTypes,
    unwanted: {
      cities: places.unwanted,
      features: named.denied.features,
      property_types: named.denied.propertyTypes,
    },
  };
}
