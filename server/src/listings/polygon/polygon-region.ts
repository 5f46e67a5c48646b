import { setImmediate } from "node:timers/promises";
import { AppError } from "../../platform/errors.ts";
import { CROSSING, INSIDE, OUTSIDE, type Region } from "../search-index/region.ts";
import { areaGrid } from "./area-grid.ts";
import { containsPoint } from "./contains-point.ts";
import type { EdgeGrid } from "./edge-grid.ts";
import { Edges } from "./edges.ts";
import type { PolygonArea } from "./polygon-area.ts";

/** Edges that a search compares listings with: some 12 ms. An area drawn by hand needs an eighth of it for a million homes. */
export const MAX_COMPARED = 1_800_000;

/** Points that a region is asked for until a grid is worth its making: saved searches ask for one. */
const FEW_POINTS = 2;

type Prepared = { grid: EdgeGrid; edges: Edges };
const gridOf = new WeakMap<PolygonArea, Prepared>();

/** The 422 for an area that would hold up everyone else. */
export class PolygonTooCostly extends AppError {
  constructor({ field }: PolygonArea) {
    const msg = "polygon has too many edges beside one another where homes are: draw it with fewer points";
    super("invalid", [{ loc: [...field], msg, type: "value_error" }]);
  }
}

/**
 * The region of one search. Points on an edge, also on one of a hole, are inside. A point without a position (NaN) is outside.
 *
 * `contains` and `classify` throw PolygonTooCostly when so many edges lie beside one another where listings are, that searching would
 * hold up everyone else.
 */
export function polygonRegion(area: PolygonArea, mostCompared = MAX_COMPARED): Region {
  const { minLat, maxLat, minLng, maxLng } = area.bounds;
  let searched: Prepared | null = null;
  let most = 0;
  const prepare = (): Prepared => {
    if (searched) return searched;
    searched = prepared(area);
    most = searched.edges.compared + mostCompared;
    return searched;
  };
  let few = gridOf.has(area) ? 0 : FEW_POINTS;
  const contains = (lat: number, lng: number) => {
    if (!(lat >= minLat && lat <= maxLat && lng >= minLng && lng <= maxLng)) return false;
    if (searched === null && few-- > 0) return containsPoint(area, lng, lat);
    const { grid, edges } = prepare();
    if (edges.compared > most) throw new PolygonTooCostly(area);
    return grid.contains(lng, lat);
  };
  return {
    bounds: area.bounds,
    contains,
    classify: (south, north, west, east) => {
      const isPoint = south === north && west === east;
      const box = { minLat: south, maxLat: north, minLng: west, maxLng: east };
      if (!isPoint && prepare().grid.mayHaveEdgeIn(box)) return CROSSING;
      return contains(south, west) ? INSIDE : OUTSIDE;
    },
  };
}

/** Prepares an area for searches between two turns of the event loop: parsing, this and a search are some milliseconds each. */
export async function prepareRegion(area: PolygonArea): Promise<void> {
  if (gridOf.has(area)) return;
  await setImmediate();
  prepared(area);
  await setImmediate();
}

function prepared(area: PolygonArea): Prepared {
  const known = gridOf.get(area);
  if (known) return known;
  const edges = new Edges(area.parts);
  const made = { edges, grid: areaGrid(edges, area) };
  gridOf.set(area, made);
  return made;
}
