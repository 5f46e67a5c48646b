import type { IndexKeeper } from "../../listings/index.ts";

/** Counting the cities of a million listings takes some milliseconds; they hardly change. */
const FRESH_MS = 60_000;

const known = new WeakMap<IndexKeeper, { at: number; cities: string[] }>();

/** Where there are listings, as they spell it: what a visitor's words may mean. */
export function cityNames(index: IndexKeeper): readonly string[] {
  const now = performance.now();
  const before = known.get(index);
  if (before && now - before.at < FRESH_MS && before.cities.length > 0) return before.cities;
  const cities = index.countCities(null).map(({ city }) => city);
  known.set(index, { at: now, cities });
  return cities;
}
