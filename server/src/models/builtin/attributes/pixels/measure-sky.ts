import { ramp } from "./ramp.ts";
import type { Pixels } from "./read-pixels.ts";

/** The part of the height that a column must reach down from the top edge without a break, to count. */
const MIN_DEPTH = 0.1;
/** A greater step of lightness from one row to the next is an edge: skies and clouds change gently. */
const EDGE = 9;

type Columns = {
  /** The share of columns that are blue or bright from the top edge down to `MIN_DEPTH` or further. */
  share: number;
  /** The share of columns that are mostly blue. */
  blue: number;
  /** Mean lightness, and mean of blue (negative) to yellow, of all these columns. */
  light: number;
  yellow: number;
  /** How much lighter they are than the rest of the photo. */
  contrast: number;
  /** The share of the photo that is lighter than they are. */
  lighter: number;
  /** How much the line where they end bends, in rows: a ceiling's is straight. */
  roughness: number;
};

/**
 * How surely the photo shows sky, 0 to 1: blue columns of any lightness that are unbroken from the top edge, or bright
 * ones without a tint, much lighter than everything below them, that end in a rough line. A ceiling is bright and
 * unbroken too, but warmer, ends in straight lines, or is not so much lighter than its room.
 */
export function skyOf(pixels: Pixels): number {
  const { share, blue, light, yellow, contrast, lighter, roughness } = columnsOf(pixels);
  // White houses are lighter than the sky, a bluish ceiling is darker than its room's windows.
  const doubt = ramp(lighter, 0.3, 0.55) * (1 - ramp(-yellow, 14, 22));
  const clear = ramp(blue, 0.2, 0.5) * ramp(-yellow, 7, 14) * (1 - doubt);
  const clouded =
    ramp(share, 0.15, 0.5) *
    ramp(contrast, 36, 46) *
    ramp(roughness, 0.6, 1.2) *
    (1 - ramp(roughness, 5, 9)) *
    (1 - ramp(yellow, 1, 3)) *
    (1 - ramp(lighter, 0.04, 0.12)) *
    ramp(light, 60, 75);
  return Math.max(clear, clouded);
}

function columnsOf(pixels: Pixels): Columns {
  const { width, height, light } = pixels;
  const depth = Math.max(2, Math.round(height * MIN_DEPTH));
  const found = { columns: 0, blue: 0, pixels: 0, light: 0, yellow: 0 };
  const bottoms = new Int32Array(width);
  for (let x = 0; x < width; x++) {
    const column = columnAt(pixels, x);
    if (column.rows < depth) continue;
    bottoms[x] = column.rows;
    found.columns++;
    if (column.blue > column.rows / 2) found.blue++;
    found.pixels += column.rows;
    found.light += column.light;
    found.yellow += column.yellow;
  }
  const mean = found.light / Math.max(1, found.pixels);
  const rest = { pixels: 0, light: 0, lighter: 0 };
  for (let x = 0; x < width; x++) {
    for (let y = bottoms[x] as number; y < height; y++) {
      const l = light[y * width + x] as number;
      rest.pixels++;
      rest.light += l;
      if (l > mean + 1) rest.lighter++;
    }
  }
  return {
    share: found.columns / Math.max(1, width),
    blue: found.blue / Math.max(1, width),
    light: mean,
    yellow: found.yellow / Math.max(1, found.pixels),
    contrast: mean - rest.light / Math.max(1, rest.pixels),
    lighter: rest.lighter / Math.max(1, width * height),
    roughness: roughnessOf(bottoms),
  };
}

/** The mean bend of the line between neighbouring columns that count. */
function roughnessOf(bottoms: Int32Array): number {
  let [bends, count] = [0, 0];
  for (let x = 1; x < bottoms.length - 1; x++) {
    const [left, here, right] = [bottoms[x - 1] as number, bottoms[x] as number, bottoms[x + 1] as number];
    if (left === 0 || here === 0 || right === 0) continue;
    bends += Math.abs(left - 2 * here + right);
    count++;
  }
  return bends / Math.max(1, count);
}

/** The rows from the top edge down that may be sky, and sums over them. */
function columnAt({ width, height, light, red, yellow }: Pixels, x: number) {
  const column = { rows: 0, blue: 0, light: 0, yellow: 0 };
  let last = light[x] as number;
  for (; column.rows < height; column.rows++) {
    const at = column.rows * width + x;
    const [l, r, b] = [light[at] as number, red[at] as number, yellow[at] as number];
    // Skies at dusk are violet.
    const blue = l > 8 && b < -5 && r < Math.max(14, -b * 1.6);
    const bright = l > 66 && Math.hypot(r, b) < 16;
    if (!(blue || bright) || Math.abs(l - last) > EDGE) break;
    last = l;
    if (blue) column.blue++;
    column.light += l;
    column.yellow += b;
  }
  return column;
}
