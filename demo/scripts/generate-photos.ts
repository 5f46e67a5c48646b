import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { folderDifferences, photoDifferences } from "../drawings/photo-differences.ts";
import { renderPhoto } from "../drawings/render-photo.ts";
import { PHOTO_FOLDER, photoFiles } from "../src/photo-files.ts";

// `npm run generate:demo-photos`: after a change to the drawings or the photo catalogue. With --check it compares and writes nothing.
const files = photoFiles();
if (process.argv.includes("--check")) {
  const inFolder = await folderDifferences();
  const differences = inFolder.length > 0 ? inFolder : await photoDifferences(files);
  for (const line of differences) process.stderr.write(`${line}\n`);
  process.stdout.write(`${files.length} images compared, ${differences.length} differences\n`);
  process.exitCode = differences.length > 0 ? 1 : 0;
} else {
  await rm(PHOTO_FOLDER, { recursive: true, force: true });
  let bytes = 0;
  for (const file of files) {
    const image = await renderPhoto(file);
    await mkdir(join(PHOTO_FOLDER, dirname(file)), { recursive: true });
    await writeFile(join(PHOTO_FOLDER, file), image);
    bytes += image.length;
  }
  process.stdout.write(`${files.length} images, ${bytes.toLocaleString("en")} bytes\n`);
}
