import type { Box } from "../distance.ts";
import { AreaRandom } from "./area-random.ts";
import { EdgeGrid } from "./edge-grid.ts";
import type { Edges } from "./edges.ts";
import { GridShape } from "./grid-shape.ts";
import type { PolygonArea } from "./polygon-area.ts";
import { Winding } from "./winding.ts";

const MIN_CELLS = 64;
const MAX_CELLS = 4096;
/** A cell of more edges gets a grid of its own. */
const FEW_EDGES = 64;
/** About a millimetre: cells that are not larger get none. */
const MIN_DEGREES = 1e-8;
/** Bounds the time that finer grids take, in pairs of a cell and an edge: a few milliseconds. */
const MAX_WORK = 40_000;
/** Around the area, so that the grid of the thinnest one has a width. */
const BORDER_DEGREES = 1e-6;

/** A grid of cells over an area, with finer grids where it has many edges. */
export function areaGrid(edges: Edges, { bounds, key }: PolygonArea): EdgeGrid {
  const all = Int32Array.from({ length: edges.count }, (_, edge) => edge);
  const cells = Math.min(MAX_CELLS, Math.max(MIN_CELLS, 2 * edges.count));
  const box = {
    minLat: bounds.minLat - BORDER_DEGREES,
    maxLat: bounds.maxLat + BORDER_DEGREES,
    minLng: bounds.minLng - BORDER_DEGREES,
    maxLng: bounds.maxLng + BORDER_DEGREES,
  };
  const outside = {
    lng: bounds.minLng - 1,
    lat: bounds.minLat - 1,
    edges: all,
    from: 0,
    to: all.length,
  };
  const shape = new GridShape(edges, all, box, cells);
  const grid = new EdgeGrid(edges, new AreaRandom(key), shape, outside, new Winding(edges.parts));
  refineFullest(edges, grid);
  return grid;
}

/** Cells with the most edges first: what searches would have to wait for longest. */
function refineFullest(edges: Edges, root: EdgeGrid): void {
  const cellsOfSize: { grid: EdgeGrid; nth: number }[][] = [];
  const add = (grid: EdgeGrid) => {
    for (const [nth, { from, to, box }] of grid.crossed.entries()) {
      const size = to - from;
      if (size <= FEW_EDGES || isTiny(box)) continue;
      cellsOfSize[size] ??= [];
      cellsOfSize[size]?.push({ grid, nth });
    }
  };
  add(root);
  let left = MAX_WORK;
  for (let size = cellsOfSize.length - 1; size > FEW_EDGES; size--) {
    // The cells of a finer grid have at most as many edges.
    for (let next = cellsOfSize[size]?.pop(); next; next = cellsOfSize[size]?.pop()) {
      const { grid, nth } = next;
      const { edges: some, box } = grid.crossed[nth] as EdgeGrid["crossed"][number];
      const finer = grid.refine(nth, new GridShape(edges, some, box, size));
      add(finer);
      left -= finer.touches + finer.shape.columns * finer.shape.rows;
      if (left < 0) return;
    }
  }
}

function isTiny({ minLng, maxLng, minLat, maxLat }: Box): boolean {
  return Math.max(maxLng - minLng, maxLat - minLat) < MIN_DEGREES;
}
