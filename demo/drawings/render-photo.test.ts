import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { photoFiles, readPhoto } from "../src/photo-files.ts";
import { folderDifferences, largestDifference, photoDifferences } from "./photo-differences.ts";

const files = photoFiles();
/** Spread over photos and portraits; `npm run generate:demo-photos -- --check` compares all. */
const sample = Array.from({ length: 9 }, (_, nth) => files[Math.floor((nth * (files.length - 1)) / 8)]!);

describe("the shipped photos of the demo", () => {
  it("are those of the catalogue and of the agents, and no other", async () => {
    expect(await folderDifferences()).toEqual([]);
  });

  it("are WebP of 1024 x 683, portraits of 800 x 800, below 15 MB together", async () => {
    let bytes = 0;
    for (const file of files) {
      const image = await readPhoto(file);
      bytes += image.length;
      const { format, width, height } = await sharp(image).metadata();
      const size = file.startsWith("agents/") ? [800, 800] : [1024, 683];
      expect([file, format, width, height]).toEqual([file, "webp", ...size]);
    }
    expect(bytes).toBeLessThan(15_000_000);
  });

  it("equal their drawings within the rounding of codecs", async () => {
    expect(await photoDifferences(sample)).toEqual([]);
  });
});

describe("largestDifference", () => {
  it("finds a shape of 24 pixels that is in one image alone", async () => {
    const image = await readPhoto(sample[2]!);
    const square = { create: { width: 24, height: 24, channels: 3, background: "#ff00ff" } } as const;
    const changed = await sharp(image)
      .composite([{ input: await sharp(square).png().toBuffer(), left: 500, top: 300 }])
      .webp({ quality: 90 })
      .toBuffer();
    expect(await largestDifference(image, changed)).toBeGreaterThan(20);
  });

  it("forgives another encoding of the same image", async () => {
    const image = await readPhoto(sample[2]!);
    const again = await sharp(image).webp({ quality: 90, effort: 2 }).toBuffer();
    expect(await largestDifference(image, again)).toBeLessThan(6);
  });
});
