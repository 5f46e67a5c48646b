import type { Dictionary } from "./dictionary.ts";

const PLACES = ["city", "county", "zip"] as const;
type Place = (typeof PLACES)[number];

/** What is counted of a listing: numbers of the index's dictionaries. */
type Placed = Record<Place | "source" | "status", number>;

/** By place: how many listings are there, and how many of them are Active. */
type Counts = { all: number; active: number };

export type PlaceNames = { cities: string[]; counties: string[]; zips: string[] };

/** How many listings of each source every place has, counted as listings come and go: to read them takes no scan. */
export class PlaceCounts {
  readonly #bySource = new Map<number, Record<Place, Map<number, Counts>>>();

  add(listing: Placed, active: boolean): void {
    this.#change(listing, active, 1);
  }

  remove(listing: Placed, active: boolean): void {
    this.#change(listing, active, -1);
  }

  /** Cities by name, each with the number of its Active listings. */
  activeByCity(sources: readonly number[] | null, words: Dictionary): { city: string; count: number }[] {
    const counts = new Map<number, number>();
    for (const { city } of this.#of(sources)) {
      for (const [number, { active }] of city) {
        if (active > 0) counts.set(number, (counts.get(number) ?? 0) + active);
      }
    }
    return [...counts]
      .map(([number, count]) => ({ city: words.spellingOf(number), count }))
      .filter(({ city }) => city !== "")
      .sort((a, b) => (a.city < b.city ? -1 : 1));
  }

  names(sources: readonly number[] | null, words: Record<Place, Dictionary>): PlaceNames {
    const counted = this.#of(sources);
    const namesOf = (place: Place) => {
      const numbers = new Set(counted.flatMap((counts) => [...counts[place].keys()]));
      return [...numbers].map((number) => words[place].spellingOf(number)).filter((name) => name !== "");
    };
    return { cities: namesOf("city"), counties: namesOf("county"), zips: namesOf("zip") };
  }

  #of(sources: readonly number[] | null) {
    if (sources === null) return [...this.#bySource.values()];
    return [...new Set(sources)].flatMap((source) => this.#bySource.get(source) ?? []);
  }

  #change(listing: Placed, active: boolean, by: 1 | -1): void {
    let places = this.#bySource.get(listing.source);
    if (!places) {
      places = { city: new Map(), county: new Map(), zip: new Map() };
      this.#bySource.set(listing.source, places);
    }
    for (const place of PLACES) {
      const counts = places[place].get(listing[place]) ?? { all: 0, active: 0 };
      counts.all += by;
      if (active) counts.active += by;
      if (counts.all === 0) places[place].delete(listing[place]);
      else places[place].set(listing[place], counts);
    }
  }
}
