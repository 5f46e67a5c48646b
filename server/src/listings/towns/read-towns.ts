import type { FoundListings } from "../search-index/found-listings.ts";

/** The listings of a town: their positions, as far as they are shown. */
export type FoundTown = { city: string; state: string | null; count: number; lats: number[]; lngs: number[] };

/** Where some listings are: copies, which later changes of the index do not touch. */
export type Places = {
  /** Numbers of the index's words. */
  cities: Int32Array;
  states: Int32Array;
  lats: Float64Array;
  lngs: Float64Array;
  words: Pick<FoundListings["words"], "city" | "state">;
};

export function readPlaces({ matches, listings, words }: FoundListings): Places {
  const { city, state, lat, lng } = listings.columns;
  const ordinals = matches.list();
  const size = ordinals.length;
  const places = {
    cities: new Int32Array(size),
    states: new Int32Array(size),
    lats: new Float64Array(size),
    lngs: new Float64Array(size),
    words,
  };
  for (let nth = 0; nth < size; nth++) {
    const ordinal = ordinals[nth] as number;
    places.cities[nth] = city[ordinal] as number;
    places.states[nth] = state[ordinal] as number;
    places.lats[nth] = lat[ordinal] as number;
    places.lngs[nth] = lng[ordinal] as number;
  }
  return places;
}

/** Listings between two results: some milliseconds. */
const PART = 50_000;

/** The towns of these places by name, then by state. */
export function* townsOf({ cities, states, lats, lngs, words }: Places): Generator<void, FoundTown[]> {
  const towns = new Map<string, FoundTown>();
  for (let nth = 0; nth < cities.length; nth++) {
    const key = `${cities[nth]} ${states[nth]}`;
    let town = towns.get(key);
    if (!town) {
      const city = words.city.spellingOf(cities[nth] as number);
      const state = words.state.spellingOf(states[nth] as number) || null;
      town = { city, state, count: 0, lats: [], lngs: [] };
      towns.set(key, town);
    }
    town.count++;
    if (!Number.isNaN(lats[nth])) {
      town.lats.push(lats[nth] as number);
      town.lngs.push(lngs[nth] as number);
    }
    if (nth % PART === PART - 1) yield;
  }
  return [...towns.values()].filter(({ city }) => city !== "").sort(byName);
}

function byName(a: FoundTown, b: FoundTown): number {
  if (a.city !== b.city) return a.city < b.city ? -1 : 1;
  return (a.state ?? "") < (b.state ?? "") ? -1 : 1;
}
