import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { closePhotoThreads } from "./builtin/attributes/photo-threads.ts";
import { builtinImageModel } from "./builtin/builtin-image-model.ts";
import { photoQuality } from "./photo-quality.ts";

/** A wall of tiles in many colours, somewhat noisy: edges everywhere, as in a photo. */
async function tiles(width = 800): Promise<Buffer> {
  const [columns, rows] = [24, 16];
  const colors = Buffer.from(Array.from({ length: columns * rows * 3 }, (_, at) => (at * 7919) % 256));
  const grid = { width: columns, height: rows, channels: 3 } as const;
  return sharp(colors, { raw: grid })
    .resize(width, Math.round((width * rows) / columns), { fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
}

async function descends(pictures: Promise<Buffer>[]): Promise<number[]> {
  const qualities = await Promise.all(pictures.map(async (each) => photoQuality(await each)));
  expect(qualities).toEqual(qualities.toSorted((one, other) => other - one));
  expect(new Set(qualities).size).toBe(qualities.length);
  for (const quality of qualities) {
    expect(quality).toBeGreaterThanOrEqual(0);
    expect(quality).toBeLessThanOrEqual(1);
  }
  return qualities;
}

describe("photoQuality", () => {
  afterAll(closePhotoThreads);

  it("falls the more a photo is blurred", async () => {
    const sharpest = await tiles();
    const blurred = [2, 4, 8].map((sigma) => sharp(sharpest).blur(sigma).jpeg().toBuffer());
    const [first, , , last] = await descends([sharp(sharpest).jpeg().toBuffer(), ...blurred]);
    expect(first).toBeGreaterThan(0.8);
    expect(last).toBeLessThan(0.5);
  });

  it("falls the darker a photo is, and where it is washed out", async () => {
    const lit = await tiles();
    const dark = [0.5, 0.25, 0.1].map((light) => sharp(lit).linear(light, 0).jpeg().toBuffer());
    const [first] = await descends([sharp(lit).jpeg().toBuffer(), ...dark]);
    const washedOut = await photoQuality(await sharp(lit).linear(0.1, 225).jpeg().toBuffer());
    expect(washedOut).toBeLessThan((first as number) / 2);
  });

  it("falls the smaller a photo is, and does not rise above what a card shows", async () => {
    const [first] = await descends([tiles(960), tiles(480), tiles(240), tiles(120)]);
    expect(await photoQuality(await tiles(1920))).toBeCloseTo(first as number, 1);
  });

  it("is 0 where there is nothing to see", async () => {
    const plain = { create: { width: 800, height: 600, channels: 3, background: "#c8c4bc" } } as const;
    expect(await photoQuality(await sharp(plain).jpeg().toBuffer())).toBe(0);
    const dot = { create: { width: 1, height: 1, channels: 3, background: "#c8c4bc" } } as const;
    expect(await photoQuality(await sharp(dot).png().toBuffer())).toBe(0);
  });

  it("does not depend on which way up the bytes are", async () => {
    const upright = await photoQuality(await tiles());
    const turned = await sharp(await tiles())
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .png()
      .toBuffer();
    expect(await photoQuality(turned)).toBeCloseTo(upright, 2);
  });

  it("refuses what is no picture, also when it was embedded before", async () => {
    const bytes = Buffer.from("no picture");
    const photo = { bytes, caption: null, imageOf: null };
    await expect(builtinImageModel.embedImages([photo])).rejects.toMatchObject({ reason: "bad_image" });
    await expect(photoQuality(bytes)).rejects.toMatchObject({ reason: "bad_image" });
  });
});
