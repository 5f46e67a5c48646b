import { describe, expect, it } from "vitest";
import { photoCatalog } from "../src/photo-catalog.ts";
import { drawPhoto } from "./draw-photo.ts";

/** True when every element that opens also closes, in order. */
function wellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, closing, name, rest] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^<>]*)>/g)) {
    if (closing) {
      if (open.pop() !== name) return false;
    } else if (!rest!.endsWith("/")) open.push(name!);
  }
  return open.length === 0;
}

describe("drawPhoto", () => {
  it("draws every photo as well-formed SVG, the same every time", () => {
    for (const photo of photoCatalog()) {
      const svg = drawPhoto(photo);
      expect(svg.startsWith("<svg ")).toBe(true);
      expect(wellFormed(svg), photo.file).toBe(true);
      expect(svg).not.toMatch(/NaN|undefined|<text/);
      expect(drawPhoto(photo)).toBe(svg);
    }
  });
});
