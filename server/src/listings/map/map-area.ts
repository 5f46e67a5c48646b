import { CROSSING, INSIDE, type Region } from "../search-index/region.ts";
import { northOf, westOf } from "./mercator.ts";

/** A tile of the map. */
export type TileAddress = { z: number; x: number; y: number };

/** What a tile shows: its square, with its west and north edges and without the others (mercator.ts). */
export function tileRegion({ z, x, y }: TileAddress): Region {
  const [west, east] = [westOf(x, z), westOf(x + 1, z)];
  const [north, south] = [northOf(y, z), northOf(y + 1, z)];
  return {
    // Finite: a page without positions has the infinite box of nothing, which infinite bounds would touch.
    bounds: {
      minLat: Math.max(south, -90),
      maxLat: Math.min(north, 90),
      minLng: Math.max(west, -180),
      maxLng: Math.min(east, 180),
    },
    classify: (minLat, maxLat, minLng, maxLng) =>
      minLng >= west && maxLng < east && maxLat <= north && minLat > south ? INSIDE : CROSSING,
    contains: (lat, lng) => lng >= west && lng < east && lat <= north && lat > south,
  };
}
