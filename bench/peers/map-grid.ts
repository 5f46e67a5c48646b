import type { Filters } from "./filters.ts";
import type { SqlParameters } from "./sql-parameters.ts";

/** Cells of a map, numbered from a corner in the north-west. */
export type Grid = { north: number; west: number; rowsPerDegree: number; columnsPerDegree: number };

/** The listings of a cell: the mean of their positions, and the smallest box around them. */
export type Cell = {
  lat: number;
  lng: number;
  count: number;
  min_price: number | null;
  max_price: number | null;
  min_lat: number;
  max_lat: number;
  min_lng: number;
  max_lng: number;
};

export type TileAddress = { z: number; x: number; y: number };

/** Cells with fewer listings show them one by one. */
export const CLUSTERED_FROM = 4;
/** A tile of 256 pixels has 4 × 4 cells. */
const LEVELS_BELOW_ZOOM = 2;
/** A degree of latitude over one of longitude on a Mercator map of the contiguous United States. */
const STRETCH = 1.3;
/** A tile has 8 × 8 cells. */
const CELLS_OF_TILE = 8;

/** Its cells do not depend on the box that is shown: they stay in place when the map is moved. */
export function gridOfZoom(zoom: number): Grid {
  const columnsPerDegree = 2 ** (Math.floor(zoom) + LEVELS_BELOW_ZOOM) / 360;
  return { north: 90, west: -180, rowsPerDegree: columnsPerDegree * STRETCH, columnsPerDegree };
}

/** Each cell of the result holds four. */
export function coarserGrid(grid: Grid): Grid {
  return {
    ...grid,
    rowsPerDegree: grid.rowsPerDegree / 2,
    columnsPerDegree: grid.columnsPerDegree / 2,
  };
}

/** A tile holds its west and north edges. */
export function tileEdges({ z, x, y }: TileAddress) {
  const columns = 2 ** z;
  return {
    min_lng: (x / columns) * 360 - 180,
    below_lng: ((x + 1) / columns) * 360 - 180,
    max_lat: northOf(y, columns),
    above_lat: northOf(y + 1, columns),
  } satisfies Filters;
}

export function gridOfTile(tile: TileAddress): Grid {
  const { min_lng, below_lng, max_lat, above_lat } = tileEdges(tile);
  return {
    north: max_lat,
    west: min_lng,
    rowsPerDegree: CELLS_OF_TILE / (max_lat - above_lat),
    columnsPerDegree: CELLS_OF_TILE / (below_lng - min_lng),
  };
}

/** The north edge of a row of tiles. */
function northOf(row: number, rows: number): number {
  if (row === 0) return 90;
  if (row === rows) return -90;
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / rows))) * 180) / Math.PI;
}

/** The cells of a grid that have listings, in the SQL of PostgreSQL and SQLite. */
export function cellsSql(table: string, where: string, grid: Grid, parameters: SqlParameters): string {
  const [north, west, rows, columns] = [
    parameters.add("north", grid.north),
    parameters.add("west", grid.west),
    parameters.add("rows_per_degree", grid.rowsPerDegree),
    parameters.add("columns_per_degree", grid.columnsPerDegree),
  ];
  return `
    select avg(latitude) as lat, avg(longitude) as lng, cast(count(*) as integer) as count,
      min(list_price) as min_price, max(list_price) as max_price,
      min(latitude) as min_lat, max(latitude) as max_lat, min(longitude) as min_lng, max(longitude) as max_lng
    from ${table} ${where}
    group by floor((${north} - latitude) * ${rows}), floor((longitude - ${west}) * ${columns})`;
}
