import { type Box, boxAround, type ListingFilters } from "../../listings/index.ts";

/** Degrees: some three and a half miles. */
const CELL = 0.05;
/** An area with more cells is compared by its box alone. */
const MOST_CELLS = 400;

/** A box that holds the area of a search; null for one without an area. */
export function boxOfArea({ box, polygon, radius }: ListingFilters): Box | null {
  if (box) return box;
  if (polygon) return polygon.bounds;
  return radius ? boxAround(radius.lat, radius.lng, radius.miles) : null;
}

export function cellOf(lat: number, lng: number): string {
  return `${Math.floor(lat / CELL)} ${Math.floor(lng / CELL)}`;
}

/** The cells that the area of a search touches; null where they are too many, or there is no area. */
export function cellsOfArea(filters: ListingFilters): string[] | null {
  const box = boxOfArea(filters);
  if (!box) return null;
  const [south, north] = [Math.floor(box.minLat / CELL), Math.floor(box.maxLat / CELL)];
  const [west, east] = [Math.floor(box.minLng / CELL), Math.floor(box.maxLng / CELL)];
  if (!((north - south + 1) * (east - west + 1) <= MOST_CELLS)) return null;
  const cells: string[] = [];
  for (let row = south; row <= north; row++)
    for (let column = west; column <= east; column++) cells.push(`${row} ${column}`);
  return cells;
}
