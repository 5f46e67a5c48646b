import { contrast, type Oklch, toHex, toOklch } from "./oklch.ts";

/** Colours of a website, as `#rrggbb`. Each text colour has a contrast of 4.5:1 on each surface that it may stand on. */
export type Palette = Record<
  | "surface"
  | "sunken"
  | "raised"
  | "line"
  | "lineStrong"
  | "ink"
  | "inkMuted"
  | "brand"
  | "onBrand"
  | "brandInk"
  | "soft"
  | "good"
  | "warn"
  | "bad"
  | "note",
  string
>;

/** WCAG AA for text of any size. A little more, because colours are rounded. */
const TEXT = 4.55;
/** WCAG 1.4.11: borders of controls. */
const CONTROL = 3.05;
const MAX_CHROMA = 0.16;
const NEUTRAL_CHROMA = 0.006;
const STEP = 0.005;
const STATUS_HUES = { good: 150, warn: 70, bad: 27, note: 250 };

/** The palettes of a brokerage's colour. */
export function palettes(primary: string): { light: Palette; dark: Palette } {
  const { l, c, h } = toOklch(primary);
  // A grey has no hue of its own: its rounding errors must not tint the page.
  const base = { l, c: Math.min(c, MAX_CHROMA), h: c < 0.002 ? 250 : h };
  return { light: light(base), dark: dark(base) };
}

function light(base: Oklch): Palette {
  const neutral = (l: number) => toHex({ l, c: NEUTRAL_CHROMA, h: base.h });
  const surface = neutral(0.99);
  const sunken = neutral(0.965);
  const soft = toHex({ l: 0.955, c: Math.min(base.c, 0.03), h: base.h });
  const surfaces = [surface, sunken, soft, "#ffffff"];
  const brand = until({ ...base, l: Math.min(base.l, 0.62) }, -STEP, ["#ffffff"], TEXT);
  return {
    surface,
    sunken,
    raised: "#ffffff",
    line: neutral(0.9),
    lineStrong: toHex(until({ l: 0.65, c: NEUTRAL_CHROMA, h: base.h }, -STEP, surfaces, CONTROL)),
    ink: neutral(0.24),
    inkMuted: toHex(until({ l: 0.52, c: NEUTRAL_CHROMA, h: base.h }, -STEP, surfaces, TEXT)),
    brand: toHex(brand),
    onBrand: "#ffffff",
    brandInk: toHex(until(brand, -STEP, surfaces, TEXT)),
    soft,
    ...statusColors(0.5, -STEP, surfaces),
  };
}

function dark(base: Oklch): Palette {
  const neutral = (l: number) => toHex({ l, c: NEUTRAL_CHROMA, h: base.h });
  const surface = neutral(0.19);
  const sunken = neutral(0.16);
  const raised = neutral(0.235);
  const soft = toHex({ l: 0.28, c: Math.min(base.c, 0.04), h: base.h });
  const surfaces = [surface, sunken, raised, soft];
  const brand = until({ ...base, l: 0.74 }, STEP, [...surfaces, sunken], TEXT);
  return {
    surface,
    sunken,
    raised,
    line: neutral(0.32),
    lineStrong: toHex(until({ l: 0.5, c: NEUTRAL_CHROMA, h: base.h }, STEP, surfaces, CONTROL)),
    ink: neutral(0.95),
    inkMuted: toHex(until({ l: 0.72, c: NEUTRAL_CHROMA, h: base.h }, STEP, surfaces, TEXT)),
    brand: toHex(brand),
    onBrand: sunken,
    brandInk: toHex(brand),
    soft,
    ...statusColors(0.8, STEP, surfaces),
  };
}

function statusColors(l: number, step: number, surfaces: readonly string[]) {
  const of = (h: number) => toHex(until({ l, c: 0.13, h }, step, surfaces, TEXT));
  return {
    good: of(STATUS_HUES.good),
    warn: of(STATUS_HUES.warn),
    bad: of(STATUS_HUES.bad),
    note: of(STATUS_HUES.note),
  };
}

/** Moves the lightness until the colour has the contrast with each of the others. */
function until(from: Oklch, step: number, others: readonly string[], ratio: number): Oklch {
  let { l } = from;
  const reaches = () => others.every((other) => contrast(toHex({ ...from, l }), other) >= ratio);
  while (l > 0 && l < 1 && !reaches()) l += step;
  return { ...from, l: Math.min(1, Math.max(0, l)) };
}
