import { colorNames, nameColors } from "./color-names.ts";
import { skyOf } from "./measure-sky.ts";
import { ramp } from "./ramp.ts";
import type { Pixels } from "./read-pixels.ts";

/** The measured attributes with their strength, above 0 and up to 1. */
export type Measured = Record<string, number>;

/** All attributes that can be measured. */
export const measurable = [
  ..."bright dark warm cool colorful muted contrast sky greenery lawn trees water snow dusk".split(" "),
  ..."wood wood_floor brick exterior interior".split(" "),
  ...colorNames,
];

/** Weaker attributes are left out. */
const FAINT = 0.05;

/**
 * Colours, light, and what colours at typical positions indicate: sky at the top, lawn below, wood tones. Pixels do
 * not identify the room; sky and plants identify an outdoor photo.
 */
export function measureLooks(pixels: Pixels): Measured {
  const shares = shareOfRegions(pixels);
  const { light, red, yellow } = pixels;
  const brightness = meanOf(light);
  const warmth = meanOf(yellow) + meanOf(red) * 0.5;
  const chroma =
    light.reduce((sum, _, at) => sum + Math.hypot(red[at] as number, yellow[at] as number), 0) / light.length;
  const sky = skyOf(pixels);
  const lawn = ramp(shares.greenBelow, 0.15, 0.6);
  const dusk = duskOf(shares, brightness);
  const outdoors = 1 - (1 - sky) * (1 - 0.7 * lawn) * (1 - 0.6 * dusk);
  const measured: Measured = {
    bright: ramp(brightness, 68, 85),
    dark: 1 - ramp(brightness, 32, 52),
    warm: ramp(warmth, 6, 18),
    cool: ramp(-warmth, 2, 14),
    colorful: ramp(chroma, 22, 42),
    muted: 1 - ramp(chroma, 6, 14),
    contrast: ramp(spreadOf(light, brightness), 22, 34),
    sky,
    // A wall may be green too.
    greenery: ramp(shares.green, 0.08, 0.4) * (0.4 + 0.6 * outdoors),
    lawn: lawn * Math.max(outdoors, 0.3),
    trees: 0.5 * ramp(shares.greenAmid, 0.15, 0.5) * outdoors,
    water: 0.6 * ramp(shares.blueBelow, 0.2, 0.5) * outdoors,
    snow: 0.7 * ramp(shares.whiteBelow, 0.5, 0.85) * ramp(-meanOf(yellow), 0, 4),
    dusk,
    wood: 0.7 * ramp(shares.wood, 0.06, 0.3),
    wood_floor: 0.5 * ramp(shares.woodBelow, 0.2, 0.6) * (1 - outdoors),
    brick: 0.6 * ramp(shares.brick, 0.02, 0.12),
    exterior: 0.9 * outdoors,
    interior: 0.6 * (1 - outdoors) ** 2,
  };
  colorNames.forEach((name, nth) => {
    measured[name] = ramp(shares.colors[nth] as number, 0.03, 0.3);
  });
  return Object.fromEntries(Object.entries(measured).filter(([, strength]) => strength >= FAINT));
}

type Shares = ReturnType<typeof shareOfRegions>;

function shareOfRegions(pixels: Pixels) {
  const { width, height, light, red, yellow } = pixels;
  const names = nameColors(pixels);
  const colors = new Float64Array(colorNames.length);
  const found = {
    green: 0,
    greenBelow: 0,
    greenAmid: 0,
    blueBelow: 0,
    whiteBelow: 0,
    wood: 0,
    woodBelow: 0,
    brick: 0,
  };
  const glow = { sum: 0, unrest: 0, top: 0, chroma: 0 };
  for (let y = 0; y < height; y++) {
    const place = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const l = light[at] as number;
      const r = red[at] as number;
      const b = yellow[at] as number;
      const name = names[at] as number;
      colors[name] = (colors[name] as number) + 1;
      const green = r < -7 && b > 6;
      const blue = b < -9 && r < 6;
      const wood = r > 4 && r < 24 && b > 12 && b < 46 && b > r * 1.1 && l > 20 && l < 74;
      if (green) found.green++;
      if (wood) found.wood++;
      if (r > 20 && r < 48 && b > 10 && b < 40 && r > b * 0.9 && l > 25 && l < 62) found.brick++;
      if (place < 1 / 3) {
        glow.top++;
        glow.sum += l;
        glow.chroma += Math.hypot(r, b);
        if (x > 0) glow.unrest += Math.abs(l - (light[at - 1] as number));
      } else if (place < 2 / 3) {
        if (green) found.greenAmid++;
      } else {
        if (green) found.greenBelow++;
        if (wood) found.woodBelow++;
        if (blue && l < 75) found.blueBelow++;
        if (l > 85 && Math.abs(r) < 5 && b < 4) found.whiteBelow++;
      }
    }
  }
  const all = Math.max(1, light.length);
  const third = Math.max(1, all / 3);
  const top = Math.max(1, glow.top);
  return {
    colors: colors.map((count) => count / all),
    green: found.green / all,
    greenAmid: found.greenAmid / third,
    greenBelow: found.greenBelow / third,
    blueBelow: found.blueBelow / third,
    whiteBelow: found.whiteBelow / third,
    wood: found.wood / all,
    woodBelow: found.woodBelow / third,
    brick: found.brick / all,
    unrest: glow.unrest / top,
    topLight: glow.sum / top,
    topChroma: glow.chroma / top,
  };
}

/** A dark, coloured and smooth sky. */
function duskOf({ topLight, topChroma, unrest }: Shares, brightness: number): number {
  return (
    (1 - ramp(topLight, 35, 55)) *
    ramp(topChroma, 8, 20) *
    (1 - ramp(unrest, 2, 6)) *
    (1 - ramp(brightness, 45, 65))
  );
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function spreadOf(values: Float32Array, mean: number): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}
