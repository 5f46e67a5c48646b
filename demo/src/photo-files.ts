import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { photoCatalog } from "./photo-catalog.ts";
import { STAFF } from "./staff.ts";

/** Rendered by `npm run generate:demo-photos` from `demo/drawings`. */
export const PHOTO_FOLDER = fileURLToPath(new URL("../photos/", import.meta.url));

/** All images of the demo, as paths below PHOTO_FOLDER: 1024 x 683 photos and 800 x 800 portraits. */
export function photoFiles(): string[] {
  return [...photoCatalog().map(({ file }) => file), ...STAFF.map(({ slug }) => portraitFile(slug))];
}

export function portraitFile(slug: string): string {
  return `agents/${slug}.webp`;
}

/** The key of an image in the file storage. */
export function photoKey(file: string): string {
  return `demo/${file}`;
}

export function readPhoto(file: string): Promise<Buffer> {
  return readFile(join(PHOTO_FOLDER, file));
}
