import type { Picture } from "../brochure.ts";
import { CONTENT_WIDTH } from "./paper.ts";

export const ROW_GAP = 8;
const MAX_ROW_HEIGHT = 330;

export type PhotoRow = { height: number; cells: { picture: Picture; x: number; width: number }[] };

const DEFAULT_PER_ROW = 3;
/** Photos per row, from the largest photos to the smallest. */
const PER_ROW_CHOICES = [2, DEFAULT_PER_ROW, 4];

/**
 * The rows of one page, each as wide as the page, photos uncropped. All photos at the largest size at which they fit;
 * otherwise as many as fit, and the others are for the next page. `closing` is the height to reserve below the last
 * row.
 */
export function photoRows(pictures: Picture[], room: number, closing: number): PhotoRow[] {
  for (const most of PER_ROW_CHOICES) {
    const rows = rowsOf(pictures, most);
    if (heightOfRows(rows) + closing <= room) return rows;
  }
  const rows = rowsOf(pictures, DEFAULT_PER_ROW);
  let count = 0;
  // The last row goes to the next page, together with the content below it.
  while (count < rows.length - 1 && heightOfRows(rows.slice(0, count + 1)) <= room) count++;
  return rows.slice(0, count);
}

function heightOfRows(rows: PhotoRow[]): number {
  return rows.reduce((sum, { height }) => sum + height, ROW_GAP * (rows.length - 1));
}

/** Rows of about equal length, so that no photo has a row of its own. */
function rowsOf(pictures: Picture[], most: number): PhotoRow[] {
  const count = Math.ceil(pictures.length / most);
  let taken = 0;
  return Array.from({ length: count }, (_each, index) => {
    const size = Math.ceil((pictures.length - taken) / (count - index));
    const row = pictures.slice(taken, taken + size);
    taken += size;
    return layOut(row);
  });
}

function layOut(row: Picture[]): PhotoRow {
  const room = CONTENT_WIDTH - ROW_GAP * (row.length - 1);
  const shapes = row.map(shapeOf);
  const together = shapes.reduce((sum, shape) => sum + shape, 0);
  let x = 0;
  const cells = row.map((picture, index) => {
    const width = (room * (shapes[index] as number)) / together;
    const cell = { picture, x, width };
    x += width + ROW_GAP;
    return cell;
  });
  return { height: Math.min(room / together, MAX_ROW_HEIGHT), cells };
}

/** The ratio of width to height; extreme ratios are cropped. */
function shapeOf({ width, height }: Picture): number {
  return Math.min(Math.max(width / height, 0.7), 2.1);
}
