import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colorsOf } from "./colors.ts";

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG 2: (L1 + 0.05) / (L2 + 0.05). */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe("colorsOf", () => {
  it("makes of any colour one that can be read on white, on its own tint, and white on it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const { ink, tint } = colorsOf(`#${value.toString(16).padStart(6, "0")}`);
        expect(contrast(ink, "#ffffff")).toBeGreaterThanOrEqual(4.45);
        expect(contrast(ink, tint)).toBeGreaterThanOrEqual(3.7);
        expect(contrast("#5d646d", tint)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("leaves a colour that is dark enough as it is", () => {
    expect(colorsOf("#1F5C7A").ink).toBe("#1f5c7a");
    expect(colorsOf("#000000").ink).toBe("#000000");
  });

  it("has one of its own for no colour, and for what is none", () => {
    const own = colorsOf(null);
    for (const color of ["", "red", "#12", "#12345G", "url(x)"]) expect(colorsOf(color)).toEqual(own);
  });
});
