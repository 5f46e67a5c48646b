import type { Pixels } from "./read-pixels.ts";

/** Levels of lightness, red and yellow in the histogram. */
const LEVELS = 4;
const COLORS = LEVELS ** 3;
/** Cells of the grid: from top to bottom, and from the centre to both sides. */
const ROWS = 4;
const COLUMNS = 3;
/** For each cell: its mean colour, its variation, and edges in four directions. */
const NUMBERS = 8;
/** Normalizes those numbers to a similar range. */
const WEIGHTS = [1 / 50, 1 / 30, 1 / 30, 1 / 25, 1 / 8, 1 / 8, 1 / 8, 1 / 8];
/** The chroma at half of the levels, because most interiors are nearly gray. */
const HALF_CHROMA = 20;

/**
 * The histogram's share of a layout's energy. The grid has the rest: half of it for edges, a quarter each for light
 * and colour.
 */
const COLORS_SHARE = 0.4;
const GRID_SHARES = { light: 1 / 4, color: 1 / 4, edges: 1 / 2 };
/** The index range of each of the three among a cell's numbers. */
const PARTS = { light: [0, 1], color: [1, 3], edges: [3, NUMBERS] } as const;

export const LAYOUT_DIMENSIONS = COLORS + ROWS * COLUMNS * NUMBERS;

/**
 * A descriptor of the colours and their positions and of edges. It changes little when a photo is cropped, scaled,
 * recompressed, or made brighter, darker or warmer, and not at all when it is mirrored, because both sides are added
 * up. Of length 1, or zeros. A photo in shades of gray has only light and edges, so that it matches its copy in
 * colour.
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

/** Whether the photo has no colours. */
export function isGrayLayout(layout: Float32Array): boolean {
  return layout.subarray(0, COLORS).every((each) => each === 0);
}

/** The remaining chroma of a compressed photo in shades of gray. */
const GRAY_CHROMA = 1.5;

function isGray({ red, yellow }: Pixels): boolean {
  let chroma = 0;
  for (let index = 0; index < red.length; index++)
    chroma += lengthOf(red[index] as number, yellow[index] as number);
  return chroma / Math.max(1, red.length) < GRAY_CHROMA;
}

/** The lightness and the contrast to which photos are normalized. */
const MIDDLE_LIGHT = 60;
const LIGHT_SPREAD = 22;
/** The minimum contrast: a plain wall is not amplified. */
const MIN_SPREAD = 6;
/** The part of a photo's overall tint that is removed: half, because the tint may be the paint. */
const TINT_TAKEN = 0.5;

/** The photo with normalized lighting. */
function evened({ light, red, yellow, ...size }: Pixels): Pixels {
  const mean = meanOf(light);
  const spread = Math.sqrt(meanOf(light.map((each) => (each - mean) ** 2)));
  const gain = LIGHT_SPREAD / Math.max(spread, MIN_SPREAD);
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
  for (let index = 0; index < light.length; index++) {
    const l = placeOf((light[index] as number) / 100);
    const r = placeOf(ofChroma(red[index] as number));
    const y = placeOf(ofChroma(yellow[index] as number));
    const [lowL, lowR, lowY] = [levelBelow(l), levelBelow(r), levelBelow(y)];
    // Interpolated between the eight nearest levels, so that a small change has a small effect.
    for (let corner = 0; corner < 8; corner++) {
      const [upL, upR, upY] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const bin = ((lowL + upL) * LEVELS + lowR + upR) * LEVELS + lowY + upY;
      const share = shareOf(l - lowL, upL) * shareOf(r - lowR, upR) * shareOf(y - lowY, upY);
      counts[bin] = (counts[bin] as number) + share;
    }
  }
  // Square roots, so that small areas count beside large ones.
  return counts.map(Math.sqrt);
}

/** The position of a value of 0 to 1 on the scale of levels. */
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

/** For each line of pixels, the first of the two nearest cells, and the weight of the second. */
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

/** Ten times as fast as `Math.hypot`, which guards against overflow. */
function lengthOf(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

/** 0 for a vertical edge, 3 for a horizontal one; both diagonals count the same. */
function directionOf(across: number, down: number): number {
  return Math.min(3, Math.floor((Math.atan2(down, across) / (Math.PI / 2)) * 4));
}

/** Subtracts the mean. */
function centred(numbers: Float64Array): Float64Array {
  const mean = meanOf(numbers);
  return numbers.map((each) => each - mean);
}

/** Vectors shorter than this are mostly noise, and are damped. */
const FAINT = 0.05;

/** Scaled to almost `energy`, relative to 1. */
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
