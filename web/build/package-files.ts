import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { countyFiles } from "./county-files.ts";

/** Files of packages that browsers load as they are. */
const FILES = [
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
  "maplibre-gl/dist/maplibre-gl.mjs",
  "maplibre-gl/dist/maplibre-gl-worker.mjs",
  "maplibre-gl/dist/maplibre-gl.css",
  "photoswipe/dist/photoswipe.css",
];

export async function packageFiles(): Promise<{ name: string; bytes: Buffer }[]> {
  const files = await Promise.all(
    FILES.map(async (file) => ({
      name: basename(file),
      bytes: await readFile(fileURLToPath(import.meta.resolve(file))),
    })),
  );
  return [...files, ...countyFiles()];
}
