import type { Pixels } from "./read-pixels.ts";

/** Levels of lightness, of red and of yellow in the histogram. */
const LEVELS = 4;
const COLORS = LEVELS ** 3;
/** Cells of the grid: from top to bottom, and from the middle to both sides. */
const ROWS = 4;
const COLUMNS = 3;
/** Of a cell: its mean colour, its unrest, and edges of four directions. */
const NUMBERS = 8;
/** What brings those numbers to about the same size. */
const WEIGHTS = [1 / 50, 1 / 30, 1 / 30, 1 / 25, 1 / 8, 1 / 8, 1 / 8, 1 / 8];
/** Chroma at which half of its levels are used up: most of what is in a house is nearly gray. */
const HALF_CHROMA = 20;

/** Colours stay what they are in a photo that was cropped, places do not. */
const COLORS_SHARE = 2 / 3;

export const LAYOUT_DIMENSIONS = COLORS + ROWS * COLUMNS * NUMBERS;

/**
 * Which colours there are, and where colours and edges are: numbers that change little when a photo is cropped, scaled or
 * compressed anew, and not at all when it is mirrored, because what lies as far to the left of the middle as to the right
 * is added up. Of length 1, or zeros.
 */
export function layoutOf(pixels: Pixels): Float32Array {
  const layout = new Float32Array(LAYOUT_DIMENSIONS);
  layout.set(balanced(histogram(pixels), COLORS_SHARE), 0);
  layout.set(balanced(grid(pixels), 1 - COLORS_SHARE), COLORS);
  return layout;
}

function histogram({ light, red, yellow }: Pixels): Float64Array {
  const counts = new Float64Array(COLORS);
  for (let at = 0; at < light.length; at++) {
    const l = between((light[at] as number) / 100);
    const r = between(ofChroma(red[at] as number));
    const y = between(ofChroma(yellow[at] as number));
    for (let corner = 0; corner < 8; corner++) {
      const bin =
        (levelOf(l, corner & 1) * LEVELS + levelOf(r, corner & 2)) * LEVELS + levelOf(y, corner & 4);
      const share = shareOf(l, corner & 1) * shareOf(r, corner & 2) * shareOf(y, corner & 4);
      counts[bin] = (counts[bin] as number) + share;
    }
  }
  // Roots, so that a red door counts beside a wide sky.
  return counts.map(Math.sqrt);
}

type Between = { level: number; part: number };

/** Between which two levels a value of 0 to 1 lies: no edge of a level makes a jump. */
function between(value: number): Between {
  const place = Math.min(Math.max(value, 0), 1) * (LEVELS - 1);
  const level = Math.min(Math.floor(place), LEVELS - 2);
  return { level, part: place - level };
}

function levelOf({ level }: Between, upper: number): number {
  return upper ? level + 1 : level;
}

function shareOf({ part }: Between, upper: number): number {
  return upper ? part : 1 - part;
}

function ofChroma(value: number): number {
  return 0.5 + (0.5 * value) / (Math.abs(value) + HALF_CHROMA);
}

function grid(pixels: Pixels): Float64Array {
  const { width, height, light, red, yellow } = pixels;
  const sums = new Float64Array(ROWS * COLUMNS * NUMBERS);
  const squares = new Float64Array(ROWS * COLUMNS);
  const weights = new Float64Array(ROWS * COLUMNS);
  const columns = Array.from({ length: width }, (_, x) =>
    cellsAt(Math.abs((2 * x + 1) / width - 1) * COLUMNS - 0.5, COLUMNS),
  );
  for (let y = 0; y < height; y++) {
    const row = cellsAt(((y + 0.5) / height) * ROWS - 0.5, ROWS);
    for (let x = 0; x < width; x++) {
      const column = columns[x] as [number, number][];
      const at = y * width + x;
      const across = x > 0 && x < width - 1 ? ((light[at + 1] as number) - (light[at - 1] as number)) / 2 : 0;
      const down =
        y > 0 && y < height - 1 ? ((light[at + width] as number) - (light[at - width] as number)) / 2 : 0;
      const strength = Math.hypot(across, down);
      const direction = directionOf(Math.abs(across), Math.abs(down));
      for (const [r, rowShare] of row) {
        for (const [c, columnShare] of column) {
          const share = rowShare * columnShare;
          if (share === 0) continue;
          const cell = r * COLUMNS + c;
          const first = cell * NUMBERS;
          const value = light[at] as number;
          weights[cell] = (weights[cell] as number) + share;
          squares[cell] = (squares[cell] as number) + share * value * value;
          sums[first] = (sums[first] as number) + share * value;
          sums[first + 1] = (sums[first + 1] as number) + share * (red[at] as number);
          sums[first + 2] = (sums[first + 2] as number) + share * (yellow[at] as number);
          sums[first + 4 + direction] = (sums[first + 4 + direction] as number) + share * strength;
        }
      }
    }
  }
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    if (weight === 0) continue;
    const first = cell * NUMBERS;
    for (let nth = 0; nth < NUMBERS; nth++) sums[first + nth] = (sums[first + nth] as number) / weight;
    const mean = sums[first] as number;
    sums[first + 3] = Math.sqrt(Math.max(0, (squares[cell] as number) / weight - mean * mean));
    for (let nth = 0; nth < NUMBERS; nth++) {
      sums[first + nth] = (sums[first + nth] as number) * (WEIGHTS[nth] as number);
    }
  }
  return sums;
}

/** The two cells nearest to a place, each with its share. */
function cellsAt(place: number, count: number): [number, number][] {
  const within = Math.min(Math.max(place, 0), count - 1);
  const first = Math.min(Math.floor(within), count - 2);
  return [
    [first, 1 - (within - first)],
    [first + 1, within - first],
  ];
}

/** 0 for an edge that stands upright, 3 for one that lies; left-leaning and right-leaning ones are the same. */
function directionOf(across: number, down: number): number {
  return Math.min(3, Math.floor((Math.atan2(down, across) / (Math.PI / 2)) * 4));
}

/** Without what all of it has in common, and with so much of the energy of 1. */
function balanced(numbers: Float64Array, energy: number): Float64Array {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const apart = numbers.map((each) => each - mean);
  const length = Math.hypot(...apart);
  return length < 1e-9 ? apart.fill(0) : apart.map((each) => (each / length) * Math.sqrt(energy));
}
