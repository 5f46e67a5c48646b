import { type Reading, readWords } from "../../plain-words/index.ts";

/** What the words of a search ask for. Features and kinds of property by their keys, cities as listings spell them. */
export type QueryCriteria = {
  price: { min: number | null; max: number | null } | null;
  bedrooms: number | null;
  bathrooms: number | null;
  cities: string[];
  features: string[];
  property_types: string[];
  /** What they say no to: `no pool`. */
  unwanted: { cities: string[]; features: string[]; property_types: string[] };
};

/** A query is a line that somebody types; what comes after this tells nothing more of a taste. */
const MAX_CHARACTERS = 300;
const NONE: readonly string[] = [];

/** Reads a search query. Sober: a word that it does not know asks for nothing. */
export function parseQuery(query: string, cities: readonly string[]): QueryCriteria {
  const known = { cities, counties: NONE, zips: NONE };
  const { filters, features, without, places, kinds, refusedKinds } = readWords(
    query.slice(0, MAX_CHARACTERS),
    known,
  );
  const { min_price: min = null, max_price: max = null } = filters;
  // Who looks "near Boise" has a liking for it, though no filter may say so.
  const wanted = citiesOf(places, ["in", "near"]);
  return {
    price: min === null && max === null ? null : { min, max },
    bedrooms: filters.min_beds ?? null,
    bathrooms: filters.min_baths ?? null,
    cities: wanted,
    features,
    property_types: kinds,
    unwanted: {
      cities: citiesOf(places, ["not"]).filter((city) => !wanted.includes(city)),
      features: without,
      property_types: refusedKinds,
    },
  };
}

function citiesOf(places: Reading["places"], meant: readonly string[]): string[] {
  const names = places
    .filter((place) => place.kind === "city" && meant.includes(place.meant))
    .map(({ name }) => name);
  return [...new Set(names)];
}
