import { describe, expect, it } from "vitest";
import { photoCatalog } from "./photo-catalog.ts";

const photos = photoCatalog();

describe("photoCatalog", () => {
  it("holds about 300 photos with file names of their own", () => {
    expect(photos.length).toBeGreaterThanOrEqual(280);
    expect(photos.length).toBeLessThanOrEqual(320);
    expect(new Set(photos.map(({ file }) => file)).size).toBe(photos.length);
    for (const { file } of photos) expect(file).toMatch(/^[a-z-]+-\d\d\.webp$/);
  });

  it("is the same every time", () => {
    expect(photoCatalog()).toEqual(photos);
  });

  it("gives every photo a caption and a RESO ImageOf", () => {
    for (const { caption, imageOf } of photos) {
      expect(caption.length).toBeGreaterThan(8);
      expect(imageOf).not.toBe("");
    }
  });
});
