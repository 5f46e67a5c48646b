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

/** The histogram's part of a layout's energy; the grid has the rest, and of that edges have twice what light and colours have. */
const COLORS_SHARE = 0.4;
const GRID_SHARES = { light: 1 / 4, color: 1 / 4, edges: 1 / 2 };
/** Which of a cell's numbers each of the three is. */
const PARTS = { light: [0, 1], color: [1, 3], edges: [3, NUMBERS] } as const;

export const LAYOUT_DIMENSIONS = COLORS + ROWS * COLUMNS * NUMBERS;

/**
 * Which colours there are, and where colours and edges are: numbers that change little when a photo is cropped, scaled,
 * compressed anew, made brighter, darker or warmer, and not at all when it is mirrored, because what lies as far to the left of the
 * middle as to the right is added up. Of length 1, or zeros. A photo in shades of gray is its light and edges alone: so it is
 * found near to itself in colour.
 */
export function layoutOf(pixels: Pixels): Float32Array {
  const layout = new Float32Array(LAYOUT_DIMENSIONS);
  const even = evened(pixels);
  const gray = isGray(pixels);
  const cells = grid(even);
  if (!gray) layout.set(scaled(centred(histogram(even)), COLORS_SHARE), 0);
  for (const part of ["light", "color", "edges"] as const) {
    if (gray && part === "color") continue;
    const [from, to] = PARTS[part];
    const places = Array.from(cells.keys()).filter((at) => at % NUMBERS >= from && at % NUMBERS < to);
    const numbers = scaled(
      centred(Float64Array.from(places, (at) => cells[at] as number)),
      (1 - COLORS_SHARE) * GRID_SHARES[part],
    );
    for (const [nth, at] of places.entries()) layout[COLORS + at] = numbers[nth] as number;
  }
  return toLengthOne(layout);
}

/** A photo without colours. */
export function isGrayLayout(layout: Float32Array): boolean {
  return layout.subarray(0, COLORS).every((each) => each === 0);
}

/** What a photo in shades of gray has of chroma, when it was compressed. */
const GRAY_CHROMA = 1.5;

function isGray({ red, yellow }: Pixels): boolean {
  let chroma = 0;
  for (let at = 0; at < red.length; at++) chroma += lengthOf(red[at] as number, yellow[at] as number);
  return chroma / Math.max(1, red.length) < GRAY_CHROMA;
}

/** A photo's mean lightness and how far it reaches to both sides, as far as photos are made brighter or darker afterwards. */
const MIDDLE_LIGHT = 60;
const LIGHT_SPREAD = 22;
/** Of a wall alone nothing is made. */
const LEAST_SPREAD = 6;
/** How much is taken back of what all of a photo is tinted with: half, as its tint may be its paint. */
const TINT_TAKEN = 0.5;

/** As if all photos were lit alike. */
function evened({ light, red, yellow, ...size }: Pixels): Pixels {
  const mean = meanOf(light);
  const spread = Math.sqrt(meanOf(light.map((each) => (each - mean) ** 2)));
  const gain = LIGHT_SPREAD / Math.max(spread, LEAST_SPREAD);
  const [redTint, yellowTint] = [meanOf(red) * TINT_TAKEN, meanOf(yellow) * TINT_TAKEN];
  return {
    ...size,
    light: light.map((each) => MIDDLE_LIGHT + (each - mean) * gain),
    red: red.map((each) => each - redTint),
    yellow: yellow.map((each) => each - yellowTint),
  };
}

function histogram({ light, red, yellow }: Pixels): Float64Array {
  const counts = new Float64Array(COLORS);
  for (let at = 0; at < light.length; at++) {
    const l = placeOf((light[at] as number) / 100);
    const r = placeOf(ofChroma(red[at] as number));
    const y = placeOf(ofChroma(yellow[at] as number));
    const [lowL, lowR, lowY] = [levelBelow(l), levelBelow(r), levelBelow(y)];
    // Shared by the eight levels around it: no edge of a level makes a jump.
    for (let corner = 0; corner < 8; corner++) {
      const [upL, upR, upY] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const bin = ((lowL + upL) * LEVELS + lowR + upR) * LEVELS + lowY + upY;
      const share = shareOf(l - lowL, upL) * shareOf(r - lowR, upR) * shareOf(y - lowY, upY);
      counts[bin] = (counts[bin] as number) + share;
    }
  }
  // Roots, so that a red door counts beside a wide sky.
  return counts.map(Math.sqrt);
}

/** Where a value of 0 to 1 lies among the levels. */
function placeOf(value: number): number {
  return Math.min(Math.max(value, 0), 1) * (LEVELS - 1);
}

function levelBelow(place: number): number {
  return Math.min(Math.floor(place), LEVELS - 2);
}

function shareOf(part: number, upper: number): number {
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
  const columns = cellsOf(width, (x) => Math.abs((2 * x + 1) / width - 1) * COLUMNS - 0.5, COLUMNS);
  const rows = cellsOf(height, (y) => ((y + 0.5) / height) * ROWS - 0.5, ROWS);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const value = light[at] as number;
      const across = x > 0 && x < width - 1 ? ((light[at + 1] as number) - (light[at - 1] as number)) / 2 : 0;
      const down =
        y > 0 && y < height - 1 ? ((light[at + width] as number) - (light[at - width] as number)) / 2 : 0;
      const strength = lengthOf(across, down);
      const edge = 4 + directionOf(Math.abs(across), Math.abs(down));
      for (let corner = 0; corner < 4; corner++) {
        const [lower, right] = [corner >> 1, corner & 1];
        const share = shareOf(rows.parts[y] as number, lower) * shareOf(columns.parts[x] as number, right);
        if (share === 0) continue;
        const cell = ((rows.first[y] as number) + lower) * COLUMNS + (columns.first[x] as number) + right;
        const first = cell * NUMBERS;
        weights[cell] = (weights[cell] as number) + share;
        squares[cell] = (squares[cell] as number) + share * value * value;
        sums[first] = (sums[first] as number) + share * value;
        sums[first + 1] = (sums[first + 1] as number) + share * (red[at] as number);
        sums[first + 2] = (sums[first + 2] as number) + share * (yellow[at] as number);
        sums[first + edge] = (sums[first + edge] as number) + share * strength;
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

/** Of each line of pixels the first of the two cells nearest to it, and the second one's part in it. */
function cellsOf(lines: number, placeOfLine: (line: number) => number, count: number) {
  const first = new Int32Array(lines);
  const parts = new Float64Array(lines);
  for (let line = 0; line < lines; line++) {
    const within = Math.min(Math.max(placeOfLine(line), 0), count - 1);
    first[line] = Math.min(Math.floor(within), count - 2);
    parts[line] = within - (first[line] as number);
  }
  return { first, parts };
}

/** `Math.hypot` is careful with what is huge, and takes ten times as long. */
function lengthOf(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/** 0 for an edge that stands upright, 3 for one that lies; left-leaning and right-leaning ones are the same. */
function directionOf(across: number, down: number): number {
  return Math.min(3, Math.floor((Math.atan2(down, across) / (Math.PI / 2)) * 4));
}

/** Without what all of it has in common. */
function centred(numbers: Float64Array): Float64Array {
  const mean = meanOf(numbers);
  return numbers.map((each) => each - mean);
}

/** What is shorter than this is mostly chance, and counts for less. */
const FAINT = 0.05;

/** With nearly so much of the energy of 1. */
function scaled(numbers: Float64Array, energy: number): Float64Array {
  const length = Math.hypot(...numbers);
  return length < 1e-9
    ? numbers.fill(0)
    : numbers.map((each) => (each / (length + FAINT)) * Math.sqrt(energy));
}

function toLengthOne(layout: Float32Array): Float32Array {
  const length = Math.hypot(...layout);
  return length < 1e-6 ? layout.fill(0) : layout.map((each) => each / length);
}

function meanOf(numbers: Iterable<number> & { length: number }): number {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum / Math.max(1, numbers.length);
}
