import { stat } from "node:fs/promises";

import { currentModels } from "../../server/src/images/index.ts";
import { photoCatalog } from "../src/photo-catalog.ts";
import {
  PHOTO_INDEX,
  type PhotoIndex,
  readPhotoIndexes,
  writePhotoIndexes,
} from "../src/photo-index/photo-index.ts";
import { enrichPhotos, modelContext } from "../test/enrich-photos.ts";
import { differences, HOW_TO_UPDATE } from "../test/index-differences.ts";

// `npm run generate:demo-index`: after a change to the demo's photos or to the builtin models. With --check it only
// compares.
const now: PhotoIndex[] = [];
for (const detector of ["off", "on"] as const) {
  const ctx = modelContext(detector);
  const enrichedBy = currentModels(ctx);
  if (now.some((index) => index.enrichedBy === enrichedBy))
    throw new Error("The index needs the optional packages of the object detector: npm ci installs them.");
  now.push({ enrichedBy, photos: await enrichPhotos(ctx, photoCatalog()) });
  await ctx.models.close();
}
if (process.argv.includes("--check")) {
  const indexes = await readPhotoIndexes();
  const found = now.flatMap(({ enrichedBy, photos }) => {
    const index = indexes.find((each) => each.enrichedBy === enrichedBy);
    return index ? differences(index.photos, photos) : [`nothing by ${enrichedBy}: ${HOW_TO_UPDATE}`];
  });
  for (const line of found) process.stderr.write(`${line}\n`);
  process.stdout.write(`${photoCatalog().length} photos compared, ${found.length} differences\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
} else {
  await writePhotoIndexes(now);
  const { size } = await stat(PHOTO_INDEX);
  process.stdout.write(`${photoCatalog().length} photos, ${size.toLocaleString("en")} bytes\n`);
}
