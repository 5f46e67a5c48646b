import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Files of packages that browsers load as they are. */
const FILES = [
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
  "photoswipe/dist/photoswipe.css",
];

export async function packageFiles(): Promise<{ name: string; bytes: Buffer }[]> {
  return Promise.all(
    FILES.map(async (file) => ({
      name: basename(file),
      bytes: await readFile(fileURLToPath(import.meta.resolve(file))),
    })),
  );
}
