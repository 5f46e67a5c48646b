import type { ListingRow } from "./listing-rows.ts";
import { greatCircleMiles } from "./naive-scan.ts";
import { around, PLACES, type Position } from "./positions.ts";
import type { Search } from "./search.ts";
import type { SeededRandom } from "./seeded-random.ts";

const A_FOOT = 1 / 5280;

/** From a single point to the whole world; often with a listing exactly on its edge or corner. */
export function randomBox(rows: ListingRow[], random: SeededRandom): Search {
  const corner = randomPosition(rows, random);
  const opposite = random.weighted<() => Position>([
    [15, () => corner],
    [20, () => around(corner, 0.02, random)],
    [35, () => around(corner, 0.3, random)],
    [20, () => somewhere(rows, random)],
    [10, () => ({ latitude: random.pick([-90, 90]), longitude: random.pick([-180, 180]) })],
  ])();
  const [min_lat, max_lat] = ascending(corner.latitude, opposite.latitude, 90);
  const [min_lng, max_lng] = ascending(corner.longitude, opposite.longitude, 180);
  if (random.chance(0.05)) return { min_lat: -90, max_lat: 90, min_lng: -180, max_lng: 180 };
  return { min_lat, max_lat, min_lng, max_lng };
}

/** Often around a listing; the radius may end within a foot of another one. */
export function randomRadius(rows: ListingRow[], random: SeededRandom): Search {
  const { latitude: center_lat, longitude: center_lng } = randomPosition(rows, random);
  const radius_miles = random.weighted([
    [15, () => 50],
    [15, () => random.decimal(0.01, 0.5, 3)],
    [40, () => random.decimal(0.5, 12, 2)],
    [10, () => random.integer(1, 50)],
    [5, () => 0.000001],
    [15, () => justBesideSome(rows, center_lat, center_lng, random)],
  ])();
  return { center_lat, center_lng, radius_miles };
}

function justBesideSome(rows: ListingRow[], lat: number, lng: number, random: SeededRandom): number {
  const other = somewhere(rows, random);
  const miles =
    greatCircleMiles(lat, lng, other.latitude, other.longitude) + (A_FOOT / 100) * random.pick([1, -1]);
  return miles > 0 && miles <= 50 ? Number(miles.toFixed(9)) : 50;
}

function randomPosition(rows: ListingRow[], random: SeededRandom): Position {
  const { latitude, longitude } = random.weighted<() => Position>([
    [55, () => somewhere(rows, random)],
    [15, () => around(PLACES.seattle, 0.3, random)],
    [30, () => around(random.pick(Object.values(PLACES)), 0.1, random)],
  ])();
  return { latitude: clamp(latitude, 90), longitude: clamp(longitude, 180) };
}

/** Where a listing is: its own position, which may be one that search must not use, or that one to two decimals. */
function somewhere(rows: ListingRow[], random: SeededRandom): Position {
  const { latitude, longitude } = random.pick(rows);
  const position = {
    latitude: latitude ?? PLACES.seattle.latitude,
    longitude: longitude ?? PLACES.seattle.longitude,
  };
  if (random.chance(0.6)) return position;
  return { latitude: Number(position.latitude.toFixed(2)), longitude: Number(position.longitude.toFixed(2)) };
}

function ascending(a: number, b: number, limit: number): [number, number] {
  return [clamp(Math.min(a, b), limit), clamp(Math.max(a, b), limit)];
}

function clamp(degrees: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, degrees));
}
