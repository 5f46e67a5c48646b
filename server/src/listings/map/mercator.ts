/*
 * Squares of the Web Mercator map: 2^level columns and rows, numbered from the west and from the north, as tiles are. A square holds its
 * west and north edges and not its east and south ones, so that each place is in one square. The outermost squares reach the date line
 * and the poles.
 */

const DEGREES = 180 / Math.PI;

export function westOf(column: number, level: number): number {
  const columns = 2 ** level;
  if (column <= 0) return -Infinity;
  return column >= columns ? Infinity : (column / columns) * 360 - 180;
}

/** Its south edge is the north edge of the next row. */
export function northOf(row: number, level: number): number {
  const rows = 2 ** level;
  if (row <= 0) return Infinity;
  return row >= rows ? -Infinity : Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / rows))) * DEGREES;
}

export function columnOf(lng: number, level: number): number {
  let column = bounded(((lng + 180) / 360) * 2 ** level, level);
  // The formula is rounded; the edges decide.
  while (lng < westOf(column, level)) column--;
  while (lng >= westOf(column + 1, level)) column++;
  return column;
}

export function rowOf(lat: number, level: number): number {
  let row = bounded(mercatorY(lat) * 2 ** level, level);
  while (lat > northOf(row, level)) row--;
  while (lat <= northOf(row + 1, level)) row++;
  return row;
}

/** From 0 in the west to 1 in the east. */
export function mercatorX(lng: number): number {
  return (lng + 180) / 360;
}

/** From 0 in the north to 1 in the south; beyond them near the poles. */
export function mercatorY(lat: number): number {
  return (1 - Math.asinh(Math.tan(lat / DEGREES)) / Math.PI) / 2;
}

function bounded(square: number, level: number): number {
  return Math.min(2 ** level - 1, Math.max(0, Math.floor(square)));
}
