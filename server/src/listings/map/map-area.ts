import type { Box } from "../distance.ts";
import { CROSSING, INSIDE, OUTSIDE, type Region } from "../search-index/region.ts";
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

/** What lies in both. */
export function bothRegions(one: Region, other: Region): Region {
  return {
    bounds: intersection(one.bounds, other.bounds),
    classify(minLat, maxLat, minLng, maxLng) {
      const first = one.classify(minLat, maxLat, minLng, maxLng);
      if (first === OUTSIDE) return OUTSIDE;
      const second = other.classify(minLat, maxLat, minLng, maxLng);
      if (second === OUTSIDE) return OUTSIDE;
      return first === INSIDE && second === INSIDE ? INSIDE : CROSSING;
    },
    contains: (lat, lng) => one.contains(lat, lng) && other.contains(lat, lng),
  };
}

/** Of two boxes that have nothing in common it is one that no page touches. */
function intersection(one: Box, other: Box): Box {
  return {
    minLat: Math.max(one.minLat, other.minLat),
    maxLat: Math.min(one.maxLat, other.maxLat),
    minLng: Math.max(one.minLng, other.minLng),
    maxLng: Math.min(one.maxLng, other.maxLng),
  };
}
