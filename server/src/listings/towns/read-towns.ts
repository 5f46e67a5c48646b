import type { FoundListings } from "../search-index/found-listings.ts";

/** The listings of a town: their positions, as far as they are shown. */
export type FoundTown = { city: string; state: string | null; count: number; lats: number[]; lngs: number[] };

/** The towns of the matches by name, then by state. Copies, which later changes of the index do not touch. */
export function readTowns({ matches, listings, words }: FoundListings): FoundTown[] {
  const { city, state, lat, lng } = listings.columns;
  const towns = new Map<number, FoundTown>();
  const states = words.state.size;
  for (const ordinal of matches.list()) {
    const [cityNumber, stateNumber] = [city[ordinal] as number, state[ordinal] as number];
    const key = cityNumber * states + stateNumber;
    let town = towns.get(key);
    if (!town) {
      const name = words.state.spellingOf(stateNumber) || null;
      town = { city: words.city.spellingOf(cityNumber), state: name, count: 0, lats: [], lngs: [] };
      towns.set(key, town);
    }
    town.count++;
    if (Number.isNaN(lat[ordinal] as number)) continue;
    town.lats.push(lat[ordinal] as number);
    town.lngs.push(lng[ordinal] as number);
  }
  return [...towns.values()].filter((town) => town.city !== "").sort(byName);
}

function byName(a: FoundTown, b: FoundTown): number {
  const [first, second] = [
    [a.city, a.state ?? ""],
    [b.city, b.state ?? ""],
  ];
  return (first as string[]).join("\n") < (second as string[]).join("\n") ? -1 : 1;
}
