import type { Box } from "../distance.ts";
import { columnOf, northOf, rowOf, westOf } from "./mercator.ts";

/** Some columns and rows of the squares of a level (mercator.ts). */
export type MapGrid = { level: number; column: number; columns: number; row: number; rows: number };

/** The squares that a box touches, at the finest level up to `level` that has at most `most` of them. */
export function gridOver(box: Box, level: number, most: number): MapGrid {
  for (let coarser = level; ; coarser--) {
    const column = columnOf(box.minLng, coarser);
    const row = rowOf(box.maxLat, coarser);
    const columns = columnOf(box.maxLng, coarser) - column + 1;
    const rows = rowOf(box.minLat, coarser) - row + 1;
    if (coarser === 0 || columns * rows <= most) return { level: coarser, column, columns, row, rows };
  }
}

/** The squares of the level above that hold those of a grid. */
export function coarserGrid({ level, column, columns, row, rows }: MapGrid): MapGrid {
  const [west, north] = [column >> 1, row >> 1];
  return {
    level: level - 1,
    column: west,
    columns: ((column + columns - 1) >> 1) - west + 1,
    row: north,
    rows: ((row + rows - 1) >> 1) - north + 1,
  };
}

/** The edges between the columns of a grid from west to east, and between its rows from north to south. */
export function edgesOf({ level, column, columns, row, rows }: MapGrid): {
  wests: Float64Array;
  norths: Float64Array;
} {
  return {
    wests: Float64Array.from({ length: columns + 1 }, (_, nth) => westOf(column + nth, level)),
    norths: Float64Array.from({ length: rows + 1 }, (_, nth) => northOf(row + nth, level)),
  };
}
