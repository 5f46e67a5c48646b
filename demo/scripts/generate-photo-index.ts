import { stat } from "node:fs/promises";

import { currentModels } from "../../server/src/images/index.ts";
import { closePhotoThreads } from "../../server/src/models/builtin/attributes/photo-threads.ts";
import { photoCatalog } from "../src/photo-catalog.ts";
import { PHOTO_INDEX, readPhotoIndex, writePhotoIndex } from "../src/photo-index/photo-index.ts";
import { enrichPhotos, modelContext } from "../test/enrich-photos.ts";
import { differences, HOW_TO_UPDATE } from "../test/index-differences.ts";

// `npm run generate:demo-index`: after a change to the demo's photos or to the builtin models. With --check it only
// compares.
const now = { enrichedBy: currentModels(modelContext), photos: await enrichPhotos(photoCatalog()) };
await closePhotoThreads();
if (process.argv.includes("--check")) {
  const index = await readPhotoIndex();
  const found = differences(index.photos, now.photos);
  if (index.enrichedBy !== now.enrichedBy)
    found.unshift(`enriched by ${index.enrichedBy}, not by ${now.enrichedBy}: ${HOW_TO_UPDATE}`);
  for (const line of found) process.stderr.write(`${line}\n`);
  process.stdout.write(`${photoCatalog().length} photos compared, ${found.length} differences\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
} else {
  await writePhotoIndex(now);
  const { size } = await stat(PHOTO_INDEX);
  process.stdout.write(`${Object.keys(now.photos).length} photos, ${size.toLocaleString("en")} bytes\n`);
}
