import sharp from "sharp";
import { seeded } from "./synthetic-listings.ts";

/** Sizes of photos in feeds. */
const SIZES = [
  [1024, 683],
  [1280, 853],
  [1600, 1067],
  [2048, 1365],
] as const;
const SCENES = 8;
const [WIDTH, HEIGHT] = [2400, 1600];
const EDGE = 120;

/**
 * JPEGs that are as expensive as photos: edges, gradients, texture and noise at every scale; each is another part of one of
 * several scenes, in the sizes of feeds.
 */
export async function syntheticPhotos(count: number): Promise<Buffer[]> {
  const random = seeded(42);
  const scenes: Buffer[] = [];
  for (let nth = 0; nth < SCENES; nth++) scenes.push(await scene(random));
  const photos: Buffer[] = [];
  for (let nth = 0; nth < count; nth++) {
    const [width, height] = SIZES[nth % SIZES.length] as (typeof SIZES)[number];
    const [left, top] = [Math.floor(random() * EDGE), Math.floor(random() * EDGE)];
    const image = sharp(scenes[Math.floor(random() * SCENES)] as Buffer, {
      raw: { width: WIDTH, height: HEIGHT, channels: 3 },
    })
      .extract({ left, top, width: WIDTH - EDGE, height: HEIGHT - EDGE })
      .flop(random() < 0.5)
      .resize(width, height, { fit: "cover" })
      .linear(0.9 + random() * 0.2, random() * 10);
    photos.push(await image.jpeg({ quality: 82 }).toBuffer());
  }
  return photos;
}

/** Overlapping patches of four sizes, from a wall's to a carpet's, and camera noise. */
async function scene(random: () => number): Promise<Buffer> {
  const sums = new Float32Array(WIDTH * HEIGHT * 3).fill(128);
  for (const [columns, strength, kernel] of [
    [5, 60, "cubic"],
    [18, 40, "nearest"],
    [70, 25, "cubic"],
    [260, 12, "cubic"],
  ] as const) {
    const rows = Math.ceil((columns * HEIGHT) / WIDTH);
    const patches = Buffer.from(Array.from({ length: columns * rows * 3 }, () => random() * 256));
    const layer = await sharp(patches, { raw: { width: columns, height: rows, channels: 3 } })
      .resize(WIDTH, HEIGHT, { fit: "fill", kernel })
      .raw()
      .toBuffer();
    for (let at = 0; at < sums.length; at++) {
      sums[at] = (sums[at] as number) + (((layer[at] as number) - 128) / 128) * strength;
    }
  }
  const pixels = Buffer.alloc(sums.length);
  for (let at = 0; at < sums.length; at++) {
    pixels[at] = Math.max(0, Math.min(255, (sums[at] as number) + (random() - 0.5) * 10));
  }
  return pixels;
}
