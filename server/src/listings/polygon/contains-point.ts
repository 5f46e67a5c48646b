import { sideOf } from "./orientation.ts";
import type { PolygonArea, Ring } from "./polygon-area.ts";

/**
 * Whether a point is in an area or on one of its edges, compared with each of them. It finds what the grid of the area finds
 * (`area-grid.ts`), and keeps nothing: for a point or two, as a grid takes as long to make as some hundred comparisons.
 */
export function containsPoint({ parts }: PolygonArea, lng: number, lat: number): boolean {
  for (const { outer, holes } of parts) {
    let winding = 0;
    for (const ring of [outer, ...holes]) {
      const turns = turnsAround(ring, lng, lat);
      if (turns === null) return true;
      winding += turns;
    }
    if (winding > 0) return true;
  }
  return false;
}

/** How often a ring winds around a point, counterclockwise; null: the point is on it. */
function turnsAround({ lngs, lats }: Ring, lng: number, lat: number): number | null {
  let turns = 0;
  let fromLng = lngs.at(-1) as number;
  let fromLat = lats.at(-1) as number;
  for (let nth = 0; nth < lngs.length; nth++) {
    const toLng = lngs[nth] as number;
    const toLat = lats[nth] as number;
    if (toLng === lng && toLat === lat) return null;
    if (fromLat <= lat !== toLat <= lat) {
      const side = sideOf(fromLng, fromLat, toLng, toLat, lng, lat);
      if (side === 0) return null;
      // To the left of an edge that runs north, or to the right of one that runs south.
      if (fromLat < toLat === side > 0) turns += fromLat < toLat ? 1 : -1;
    } else if (fromLat === lat && toLat === lat && fromLng < lng !== toLng < lng) return null;
    fromLng = toLng;
    fromLat = toLat;
  }
  return turns;
}
