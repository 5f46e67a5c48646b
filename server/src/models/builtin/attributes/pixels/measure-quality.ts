import { ramp } from "./ramp.ts";

/** The luminance of each pixel, 0 to 255, row by row, of a photo scaled to fit 400 by 400. */
export type Grays = { width: number; height: number; gray: Uint8Array };

/** The original size at which the resolution counts 0, and the one at which it counts 1, because pages show no more. */
const TINY = 64;
const LARGE = 800;
/** The share of pixels that count as edges: a photo that is sharp anywhere is in focus. */
const EDGES = 0.02;
/** Weaker edges are noise or texture. */
const FAINT = 6;
/** The abruptness of edges in a very blurred and in a crisp photo. */
const BLURRED = 0.1;
const CRISP = 0.8;
const SHARES = { resolution: 0.3, sharpness: 0.4, exposure: 0.3 };

/**
 * The technical quality of a photo, 0 to 1: resolution, sharpness, exposure and contrast. The parts are multiplied, so
 * that a very bad one is not compensated by the others. Content and taste are not judged.
 */
export function qualityOf(pixels: Grays, original: { width: number; height: number }): number {
  const parts = {
    resolution: resolutionOf(original),
    sharpness: sharpnessOf(pixels),
    exposure: exposureOf(pixels),
  };
  const quality = Object.entries(SHARES).reduce(
    (product, [part, share]) => product * parts[part as keyof typeof parts] ** share,
    1,
  );
  return Math.round(quality * 1000) / 1000;
}

/** By the longest side, on a logarithmic scale. */
function resolutionOf({ width, height }: { width: number; height: number }): number {
  return ramp(Math.log2(Math.max(width, height, 1)), Math.log2(TINY), Math.log2(LARGE));
}

/** The abruptness of the strongest edges, independent of their strength: second differences relative to first ones. */
function sharpnessOf({ width, height, gray }: Grays): number {
  if (width < 3 || height < 3) return 0;
  const strengths = new Uint32Array(512);
  const bends = new Float64Array(512);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const here = 2 * (gray[at] as number);
      const [left, right] = [gray[at - 1] as number, gray[at + 1] as number];
      const [above, below] = [gray[at - width] as number, gray[at + width] as number];
      const across = Math.abs(right - left);
      const down = Math.abs(below - above);
      // Measured across the edge: along it there is only noise.
      const bend = across > down ? Math.abs(left + right - here) : Math.abs(above + below - here);
      const strength = Math.max(across, down);
      strengths[strength] = (strengths[strength] as number) + 1;
      bends[strength] = (bends[strength] as number) + bend;
    }
  }
  const wanted = Math.max(1, Math.round(width * height * EDGES));
  let [count, strength, bend] = [0, 0, 0];
  for (let level = 511; level >= FAINT && count < wanted; level--) {
    count += strengths[level] as number;
    strength += level * (strengths[level] as number);
    bend += bends[level] as number;
  }
  return count === 0 ? 0 : ramp((2 * bend) / strength, BLURRED, CRISP);
}

/** Neither too dark nor too bright, and with contrast between lights and shadows. */
function exposureOf({ gray }: Grays): number {
  const counts = new Uint32Array(256);
  for (let index = 0; index < gray.length; index++) {
    const level = gray[index] as number;
    counts[level] = (counts[level] as number) + 1;
  }
  const mean = counts.reduce((sum, count, level) => sum + count * level, 0) / Math.max(1, gray.length);
  const lit = ramp(mean, 4, 90) * (1 - ramp(mean, 225, 252));
  return lit * ramp(levelAt(counts, 0.95) - levelAt(counts, 0.05), 4, 110);
}

/** The level below which that share of the pixels lies. */
function levelAt(counts: Uint32Array, share: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let level = 0; level < counts.length; level++) {
    below += counts[level] as number;
    if (below >= all * share) return level;
  }
  return counts.length - 1;
}
