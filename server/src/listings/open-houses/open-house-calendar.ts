import { LONGEST_MS, type PlacedOpenHouse, readStoredOpenHouses } from "./placed-open-houses.ts";

const DAY_MS = 86_400_000;

/** Local days, both inclusive, and the time: what has ended by then does not count, without any write. */
export type OpenHouseDays = { from?: number; to?: number; now: number };

/** The open houses of the listings in the index, by day and by listing. */
export class OpenHouseCalendar {
  readonly #byListing = new Map<number, PlacedOpenHouse[]>();
  /** The ids of listings with an open house on the day, each with how many. */
  readonly #byDay = new Map<number, Map<number, number>>();

  /** @param stored see storedOpenHouses. */
  put(listing: number, stored: string): void {
    this.remove(listing);
    if (stored === "") return;
    const openHouses = readStoredOpenHouses(stored);
    this.#byListing.set(listing, openHouses);
    for (const { day } of openHouses) {
      const listings = this.#byDay.get(day) ?? new Map<number, number>();
      this.#byDay.set(day, listings.set(listing, (listings.get(listing) ?? 0) + 1));
    }
  }

  remove(listing: number): void {
    for (const { day } of this.#byListing.get(listing) ?? []) {
      const listings = this.#byDay.get(day) as Map<number, number>;
      const count = (listings.get(listing) as number) - 1;
      if (count > 0) listings.set(listing, count);
      else listings.delete(listing);
      if (listings.size === 0) this.#byDay.delete(day);
    }
    this.#byListing.delete(listing);
  }

  /** The listings with an open house in these days that has not ended. */
  listingsWith(days: OpenHouseDays): Set<number> {
    const found = new Set<number>();
    for (const listing of this.#listingsOn(days)) {
      if (this.of(listing, days).length > 0) found.add(listing);
    }
    return found;
  }

  /** When the next one of these days ends, in milliseconds; Infinity when none is left. */
  nextEnd(days: OpenHouseDays): number {
    let next = Infinity;
    for (const listing of this.#listingsOn(days)) {
      for (const { ends } of this.of(listing, days)) next = Math.min(next, ends);
    }
    return next;
  }

  /** The listings with an open house on one of these days, once for each day; not of days whose open houses have all ended. */
  *#listingsOn({ from = -Infinity, to = Infinity, now }: OpenHouseDays): Generator<number> {
    const earliest = Math.floor((now - LONGEST_MS) / DAY_MS) - 1;
    for (const [day, listings] of this.#byDay) {
      if (day >= earliest && day >= from && day <= to) yield* listings.keys();
    }
  }

  /** Those of a listing in these days that have not ended. */
  of(listing: number, { from = -Infinity, to = Infinity, now }: OpenHouseDays): PlacedOpenHouse[] {
    const all = this.#byListing.get(listing) ?? [];
    return all.filter(({ day, ends }) => day >= from && day <= to && ends > now);
  }
}
