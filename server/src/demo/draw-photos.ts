import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawPhoto } from "./draw-photo.ts";
import { type DemoPhoto, photoCatalog } from "./photo-catalog.ts";

// The pictures render in sharp's threads; two at a time keep two cores busy and memory flat.
const AT_A_TIME = 2;

/**
 * Renders every picture of the catalogue as a 1024 x 683 JPEG into `directory` (made when missing).
 * Files that are there stay, so an interrupted run goes on where it stopped.
 * Rejects with the signal's reason when aborted.
 */
export async function drawPhotos(options: {
  directory: string;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}): Promise<void> {
  const { directory, onProgress, signal } = options;
  await mkdir(directory, { recursive: true });
  const photos = photoCatalog();
  const queue = photos.values();
  let done = 0;

  async function work(): Promise<void> {
    for (const photo of queue) {
      signal?.throwIfAborted();
      await drawFile(photo, directory);
      onProgress?.(++done, photos.length);
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function drawFile(photo: DemoPhoto, directory: string): Promise<void> {
  const file = join(directory, photo.file);
  if (existsSync(file)) return;
  const jpeg = await sharp(Buffer.from(drawPhoto(photo)))
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80 })
    .toBuffer();
  // Renamed when whole, so that a crash never leaves half a picture under the final name.
  const partial = `${file}.${process.pid}.part`;
  await writeFile(partial, jpeg);
  await rename(partial, file);
}
