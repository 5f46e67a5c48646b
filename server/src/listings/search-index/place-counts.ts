import type { Dictionary } from "./dictionary.ts";

const PLACES = ["city", "county", "zip"] as const;
type Place = (typeof PLACES)[number];

/** What is counted of a listing: numbers of the index's dictionaries. */
type Placed = Record<Place | "source", number>;

/** By the number of a place: how many listings are there, and how many of them are Active. */
type Counts = { all: Int32Array; active: Int32Array };

type CityCount = { city: string; count: number };

export type PlaceNames = { cities: string[]; counties: string[]; zips: string[] };

/** Sets of sources whose cities are kept. */
const MAX_CACHED_SETS = 100;

/** How many listings of each source every place has, counted as listings come and go: to read them takes no scan. */
export class PlaceCounts {
  readonly #bySource = new Map<number, Record<Place, Counts>>();
  readonly #words: Record<Place, Dictionary>;
  /** Lists of cities until a count changes, by their sources. */
  readonly #cities = new Map<string, CityCount[]>();

  constructor(words: Record<Place, Dictionary>) {
    this.#words = words;
  }

  add(listing: Placed, active: boolean): void {
    this.#change(listing, active, 1);
  }

  remove(listing: Placed, active: boolean): void {
    this.#change(listing, active, -1);
  }

  /** Cities by name, each with the number of its Active listings. */
  activeByCity(sources: readonly number[] | null): CityCount[] {
    // A brokerage whose sources have no listings yet has an empty list.
    const key = sources === null ? "all" : sources.join();
    const known = this.#cities.get(key);
    if (known) return known;
    if (this.#cities.size >= MAX_CACHED_SETS) this.#cities.clear();
    const counts = this.#sum(sources, "city", "active");
    const cities: CityCount[] = [];
    for (const number of this.#words.city.byName()) {
      const count = counts[number] ?? 0;
      if (count > 0) cities.push({ city: this.#words.city.spellingOf(number), count });
    }
    this.#cities.set(key, cities);
    return cities;
  }

  names(sources: readonly number[] | null): PlaceNames {
    const namesOf = (place: Place) => {
      const words = this.#words[place];
      const names: string[] = [];
      this.#sum(sources, place, "all").forEach((count, number) => {
        if (count > 0 && words.spellingOf(number) !== "") names.push(words.spellingOf(number));
      });
      return names;
    };
    return { cities: namesOf("city"), counties: namesOf("county"), zips: namesOf("zip") };
  }

  #sum(sources: readonly number[] | null, place: Place, of: keyof Counts): Int32Array {
    const sum = new Int32Array(this.#words[place].size);
    for (const source of sources === null ? this.#bySource.keys() : new Set(sources)) {
      const counts = this.#bySource.get(source)?.[place][of];
      if (!counts) continue;
      const length = Math.min(counts.length, sum.length);
      for (let number = 0; number < length; number++) {
        sum[number] = (sum[number] as number) + (counts[number] as number);
      }
    }
    return sum;
  }

  #change(listing: Placed, active: boolean, by: 1 | -1): void {
    let places = this.#bySource.get(listing.source);
    if (!places) {
      places = { city: newCounts(), county: newCounts(), zip: newCounts() };
      this.#bySource.set(listing.source, places);
    }
    for (const place of PLACES) {
      const counts = places[place];
      const number = listing[place];
      if (number >= counts.all.length) grow(counts, number);
      counts.all[number] = (counts.all[number] as number) + by;
      if (active) counts.active[number] = (counts.active[number] as number) + by;
    }
    if (active && this.#cities.size > 0) this.#cities.clear();
  }
}

function newCounts(): Counts {
  return { all: new Int32Array(16), active: new Int32Array(16) };
}

function grow(counts: Counts, number: number): void {
  for (const kind of ["all", "active"] as const) {
    const larger = new Int32Array(number * 2);
    larger.set(counts[kind]);
    counts[kind] = larger;
  }
}
