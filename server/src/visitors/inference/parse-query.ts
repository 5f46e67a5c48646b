import { type QueryReading, readQuery } from "../../plain-words/index.ts";

/** Criteria of a search query: features and property types by key, cities as listings spell them. */
export type QueryCriteria = {
  price: { min: number | null; max: number | null } | null;
  bedrooms: number | null;
  bathrooms: number | null;
  cities: string[];
  features: string[];
  property_types: string[];
  /** What the query rules out: `no pool`. */
  unwanted: { cities: string[]; features: string[]; property_types: string[] };
};

/** Longer queries are truncated. */
const MAX_CHARACTERS = 300;
const NONE: readonly string[] = [];

/** Parses a search query. Unknown words are ignored. */
export function parseQuery(query: string, cities: readonly string[]): QueryCriteria {
  const known = { cities, counties: NONE, zips: NONE };
  const { filters, features, without, places, kinds, refusedKinds } = readQuery(
    query.slice(0, MAX_CHARACTERS),
    known,
  );
  const { min_price: min = null, max_price: max = null } = filters;
  // A query for homes "near Boise" expresses a preference for Boise, even though it is not a search filter.
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

function citiesOf(places: QueryReading["places"], relations: readonly string[]): string[] {
  const names = places
    .filter((place) => place.kind === "city" && relations.includes(place.relation))
    .map(({ name }) => name);
  return [...new Set(names)];
}
