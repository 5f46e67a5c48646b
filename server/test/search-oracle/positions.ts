import type { ListingRow } from "./listing-rows.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type Position = { latitude: number; longitude: number };
type MaybePosition = Pick<ListingRow, "latitude" | "longitude">;

/** Seattle, Boise, and where arithmetic with degrees goes wrong: the date line, a pole, the origin, the south. */
export const PLACES = {
  seattle: { latitude: 47.6, longitude: -122.3 },
  boise: { latitude: 43.6, longitude: -116.3 },
  dateLine: { latitude: 65, longitude: 179.9 },
  pole: { latitude: 89.8, longitude: 20 },
  origin: { latitude: 0, longitude: 0 },
  south: { latitude: -41.2, longitude: 174.7 },
} satisfies Record<string, Position>;

/** Where a row of the county goes: most stay, many to a point they share with others, some far away or nowhere. */
export function diversePosition(row: MaybePosition, random: SeededRandom): MaybePosition {
  const { latitude, longitude } = row;
  return random.weighted<() => MaybePosition>([
    [660, () => ({ latitude, longitude })],
    [200, () => ({ latitude: twoDecimals(latitude), longitude: twoDecimals(longitude) })],
    [80, () => around(PLACES.boise, 0.4, random)],
    [12, () => ({ latitude: random.decimal(64.6, 65.4, 4), longitude: acrossDateLine(random) })],
    [12, () => ({ latitude: random.decimal(89.3, 90, 4), longitude: random.decimal(-180, 180, 3) })],
    [4, () => around(PLACES.origin, 0.3, random)],
    [4, () => around(PLACES.south, 0.3, random)],
    [35, () => ({ latitude: null, longitude: null })],
    [3, () => ({ latitude, longitude: null })],
    [2, () => ({ latitude: null, longitude })],
  ])();
}

/** A position within so many degrees. */
export function around(place: Position, degrees: number, random: SeededRandom): Position {
  return {
    latitude: random.decimal(place.latitude - degrees, place.latitude + degrees, 4),
    longitude: random.decimal(place.longitude - degrees, place.longitude + degrees, 4),
  };
}

function acrossDateLine(random: SeededRandom): number {
  return random.decimal(179.2, 180, 3) * random.pick([1, -1]);
}

function twoDecimals(degrees: number | null): number | null {
  return degrees === null ? null : Number(degrees.toFixed(2));
}
