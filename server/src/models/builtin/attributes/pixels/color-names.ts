import type { Pixels } from "./read-pixels.ts";

/** Samples of each named colour in L*a*b*: paints, woods and plants as cameras record them, in good and poor light. */
const samples: Record<string, [light: number, red: number, yellow: number][]> = {
  white: [
    [97, 0, 1],
    [91, 0, 2],
    [92, -1, -3],
  ],
  cream: [
    [91, 1, 13],
    [85, 2, 15],
  ],
  beige: [
    [82, 3, 16],
    [71, 7, 25],
    [75, 4, 20],
  ],
  brown: [
    [39, 12, 21],
    [28, 12, 16],
    [52, 12, 27],
  ],
  gray: [
    [68, 0, -2],
    [82, 0, -1],
    [55, 0, 0],
  ],
  charcoal: [
    [33, 0, -3],
    [40, 0, -2],
  ],
  black: [
    [8, 0, 0],
    [19, 0, -1],
  ],
  navy: [
    [27, 3, -25],
    [20, 4, -20],
  ],
  blue: [
    [66, -4, -26],
    [50, 0, -40],
    [60, -8, -35],
  ],
  light_blue: [
    [84, -5, -12],
    [79, -6, -20],
  ],
  teal: [
    [53, -25, -7],
    [40, -20, -8],
  ],
  green: [
    [67, -25, 22],
    [55, -38, 35],
    [50, -25, 30],
  ],
  sage: [
    [74, -7, 12],
    [65, -8, 12],
  ],
  dark_green: [
    [38, -17, 8],
    [30, -15, 15],
  ],
  yellow: [
    [84, 1, 46],
    [75, 8, 55],
  ],
  orange: [
    [56, 29, 33],
    [65, 35, 55],
  ],
  red: [
    [42, 42, 28],
    [48, 60, 40],
    [32, 38, 22],
  ],
  pink: [
    [78, 14, 9],
    [70, 28, 5],
  ],
  purple: [
    [74, 10, -18],
    [40, 25, -25],
    [55, 18, -20],
  ],
};

export const colorNames = Object.keys(samples);

const points = Object.values(samples).flatMap((each, name) => each.map((sample) => ({ name, sample })));
/** The weight of lightness, which lamps and shadows change more than the colour itself. */
const LIGHT_COUNTS = 0.6;

/** The resolution of the lookup table of names, which is filled on demand. */
const STEP = 2;
const LIGHTS = 100 / STEP + 1;
/** Colours in sRGB have red and yellow coordinates from -108 to 98. */
const REACH = 110;
const CHROMAS = (2 * REACH) / STEP + 1;
const UNNAMED = 255;
const table = new Uint8Array(LIGHTS * CHROMAS * CHROMAS).fill(UNNAMED);

/** For each pixel, the index in `colorNames` of the nearest colour. */
export function nameColors({ light, red, yellow }: Pixels): Uint8Array {
  const names = new Uint8Array(light.length);
  for (let index = 0; index < names.length; index++) {
    const l = Math.round((light[index] as number) / STEP);
    const r = Math.round(((red[index] as number) + REACH) / STEP);
    const y = Math.round(((yellow[index] as number) + REACH) / STEP);
    const place = (l * CHROMAS + r) * CHROMAS + y;
    if (table[place] === UNNAMED) table[place] = nearestTo(l * STEP, r * STEP - REACH, y * STEP - REACH);
    names[index] = table[place] as number;
  }
  return names;
}

function nearestTo(light: number, red: number, yellow: number): number {
  let nearest = { name: 0, distance: Number.POSITIVE_INFINITY };
  for (const { name, sample } of points) {
    const distance =
      ((light - sample[0]) * LIGHT_COUNTS) ** 2 + (red - sample[1]) ** 2 + (yellow - sample[2]) ** 2;
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest.name;
}
