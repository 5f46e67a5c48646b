import { readdir } from "node:fs/promises";
import { sep } from "node:path";
import sharp from "sharp";
import { PHOTO_FOLDER, photoFiles, readPhoto } from "../src/photo-files.ts";
import { renderPhoto } from "./render-photo.ts";

export const HOW_TO_UPDATE = "run `npm run generate:demo-photos`";

/** Edge of the squares that are compared by their mean. */
const BLOCK = 16;
/** Of 255. Builds of libvips round differently; a changed shape differs by far more in some block. */
const TOLERANCE = 6;

/** Differences between the names in the photo folder and those of the catalogue, one line each. */
export async function folderDifferences(): Promise<string[]> {
  const found = (await readdir(PHOTO_FOLDER, { recursive: true }))
    .map((path) => path.replaceAll(sep, "/"))
    .filter((path) => path.includes("."));
  const expected = new Set(photoFiles());
  return [
    ...[...expected].filter((file) => !found.includes(file)).map((file) => `${file} is missing`),
    ...found.filter((file) => !expected.has(file)).map((file) => `${file} belongs to no photo`),
  ].map((line) => `${line}: ${HOW_TO_UPDATE}`);
}

/** Differences between shipped images and their drawings, one line each. */
export async function photoDifferences(files: readonly string[]): Promise<string[]> {
  const differences: string[] = [];
  for (const file of files) {
    const difference = await largestDifference(await readPhoto(file), await renderPhoto(file));
    if (difference > TOLERANCE) {
      differences.push(`${file} differs by ${difference.toFixed(1)} of 255: ${HOW_TO_UPDATE}`);
    }
  }
  return differences;
}

/** The mean difference of the channels in the block that differs most; Infinity when the sizes differ. */
export async function largestDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  const columns = Math.ceil(a.width / BLOCK);
  const sums = new Float64Array(columns * Math.ceil(a.height / BLOCK));
  const counts = new Float64Array(sums.length);
  for (let index = 0; index < a.data.length; index++) {
    const pixel = Math.floor(index / 3);
    const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)];
    const block = Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK);
    sums[block]! += Math.abs(a.data[index]! - b.data[index]!);
    counts[block]!++;
  }
  return sums.reduce((largest, sum, block) => Math.max(largest, sum / counts[block]!), 0);
}

type Pixels = { data: Buffer; width: number; height: number };

async function pixelsOf(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
