import type { Colors } from "./colors.ts";
import type { Paper, Style } from "./paper.ts";

/** A unit that is not split across columns: a line, or a few lines that belong together. */
export type Block = { height: number; draw: (x: number, y: number) => void };

/** Heights are sums of fractions. */
const ROUNDING = 0.01;

type Filled = { columns: Block[][]; rest: Block[] };

/**
 * Distributes blocks over columns, in order. When all fit into `room`, the columns are balanced: as short as possible.
 * Otherwise they are filled, and the rest is for the next page.
 */
export function fillColumns(blocks: Block[], count: number, room: number): Filled {
  const full = fill(blocks, count, room);
  if (full.rest.length > 0) return full;
  let [low, high] = [heightOf(blocks) / count, room];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fill(blocks, count, middle).rest.length > 0) low = middle;
    else high = middle;
  }
  return fill(blocks, count, high);
}

export function heightOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + block.height, 0);
}

/** @returns the height of the longest column. */
export function drawColumns(columns: Block[][], place: { x: number; y: number; step: number }): number {
  columns.forEach((blocks, index) => {
    let y = place.y;
    for (const block of blocks) {
      block.draw(place.x + index * place.step, y);
      y += block.height;
    }
  });
  return Math.max(0, ...columns.map(heightOf));
}

function fill(blocks: Block[], count: number, room: number): Filled {
  const columns: Block[][] = [];
  let index = 0;
  while (columns.length < count) {
    const column: Block[] = [];
    let used = 0;
    for (let block = blocks[index]; block && used + block.height <= room + ROUNDING; block = blocks[index]) {
      column.push(block);
      used += block.height;
      index++;
    }
    columns.push(column);
  }
  return { columns, rest: blocks.slice(index) };
}

export const HEADING_HEIGHT = 24;

const style: Style = { font: "serif", size: 13 };

/** A section's title; `y` is its upper edge, HEADING_HEIGHT its height. */
export function drawHeading(paper: Paper, text: string, x: number, y: number, colors: Colors): void {
  paper.write(text, x, y + 11, { ...style, color: colors.ink });
}
