import { CROSSING, INSIDE, OUTSIDE, type Region } from "../search-index/region.ts";
import { areaGrid } from "./area-grid.ts";
import type { PolygonArea } from "./polygon-area.ts";

/** Points on an edge, also on one of a hole, are inside. A point without a position (NaN) is outside. */
export function polygonRegion(area: PolygonArea): Region {
  const { minLat, maxLat, minLng, maxLng } = area.bounds;
  const grid = areaGrid(area);
  const contains = (lat: number, lng: number) =>
    lat >= minLat && lat <= maxLat && lng >= minLng && lng <= maxLng && grid.contains(lng, lat);
  return {
    bounds: area.bounds,
    contains,
    classify: (south, north, west, east) => {
      if (grid.mayHaveEdgeIn({ minLat: south, maxLat: north, minLng: west, maxLng: east })) return CROSSING;
      return contains(south, west) ? INSIDE : OUTSIDE;
    },
  };
}
