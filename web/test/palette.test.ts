import { describe, expect, it } from "vitest";
import { brandCss } from "../site/brand/brand-css.ts";
import { normalColor } from "../site/brand/brand-path.ts";
import { contrast, toHex, toOklch } from "../site/brand/oklch.ts";
import { type Palette, palettes } from "../site/brand/palette.ts";

/** Every sixteenth value of each channel, the extremes included. */
const channel = Array.from({ length: 16 }, (_, nth) => (nth * 17).toString(16).padStart(2, "0"));
const colors = channel.flatMap((r) => channel.flatMap((g) => channel.map((b) => `#${r}${g}${b}`)));

const SURFACES = ["surface", "sunken", "raised", "soft"] as const;
const TEXTS = ["ink", "inkMuted", "brandInk", "good", "warn", "bad", "note"] as const;

function worst(palette: Palette): [ratio: number, pair: string] {
  let least: [number, string] = [Number.POSITIVE_INFINITY, ""];
  const hold = (one: keyof Palette, other: keyof Palette, ratio: number) => {
    const share = contrast(palette[one], palette[other]) / ratio;
    if (share < least[0]) least = [share, `${one} ${palette[one]} on ${other} ${palette[other]}`];
  };
  for (const surface of SURFACES) {
    for (const text of TEXTS) hold(text, surface, 4.5);
    hold("lineStrong", surface, 3);
  }
  hold("onBrand", "brand", 4.5);
  return least;
}

describe("the colours of a brokerage", () => {
  it("have the contrast of WCAG AA on every surface, for each of 4,096 primary colours, in light and dark", () => {
    expect(colors).toHaveLength(4096);
    const failures = colors.flatMap((color) =>
      Object.entries(palettes(color)).flatMap(([scheme, palette]) => {
        const [share, pair] = worst(palette);
        return share < 1 ? [`${color} ${scheme}: ${pair}`] : [];
      }),
    );
    expect(failures).toEqual([]);
  });

  it("keep the hue of the primary colour", () => {
    for (const color of ["#1f5c7a", "#b3261e", "#0f766e", "#7c3aed"]) {
      const { light, dark } = palettes(color);
      for (const each of [light.brand, light.brandInk, dark.brand]) {
        const apart = Math.abs(toOklch(each).h - toOklch(color).h);
        expect(Math.min(apart, 360 - apart), `${color} ${each}`).toBeLessThan(6);
      }
    }
  });

  it("survive the way to OKLCH and back", () => {
    for (const color of colors) expect(toHex(toOklch(color))).toBe(color);
  });

  it("are a stylesheet of safe values, for any text as the colour", () => {
    for (const color of [null, "", "red", "#fff", "#12345g", "#123456;}body{display:none"]) {
      expect(normalColor(color)).toBe("#24485c");
    }
    expect(brandCss("#1F5C7A".toLowerCase())).toMatch(
      /^:root\{color-scheme:light dark;(--[a-z-]+:#[0-9a-f]{6};?)+\}\n@media/,
    );
  });
});
