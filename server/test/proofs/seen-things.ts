import sharp from "sharp";
import { drawPhoto } from "../../../demo/drawings/draw-photo.ts";
import { type PhotoTraits, photoCatalog } from "../../../demo/src/photo-catalog.ts";
import { readPhoto } from "../../../demo/src/photo-files.ts";
import { ObjectDetector } from "../../src/models/builtin/objects/object-detector.ts";
import { seenIn } from "../../src/models/builtin/objects/seen.ts";
import { deriveCard } from "../../src/photos/derive-photo.ts";
import { createLog } from "../../src/platform/log.ts";
import { drawnThings } from "../photo-rooms/drawn-things.ts";
import { type Judged, reliabilityTable, thingsTable } from "../photo-rooms/reliability.ts";

/** Whether things are found as often as their confidence says: in the demo's photos and in COUNT generated ones. */
export async function proveThings(generated: number): Promise<string> {
  const detector = new ObjectDetector({ log: createLog("info") });
  const judged: Judged[] = [];
  let pictures = 0;
  for await (const { bytes, traits } of allPictures(generated)) {
    const detection = await detector.detect(await deriveCard(bytes));
    const there = drawnThings(traits);
    for (const [key, confidence] of Object.entries(detection ? seenIn(detection, {}).things : {}))
      judged.push({ key, confidence, isThere: there.has(key) });
    pictures++;
  }
  await detector.close();
  return [`${pictures} pictures`, reliabilityTable(judged), "", thingsTable(judged)].join("\n");
}

async function* allPictures(generated: number): AsyncGenerator<{ bytes: Buffer; traits: PhotoTraits }> {
  const photos = photoCatalog();
  for (const { file, traits } of photos) yield { bytes: await readPhoto(file), traits };
  for (let nth = 0; nth < generated; nth++) {
    const { traits } = photos[(nth * 7) % photos.length] as (typeof photos)[0];
    yield { bytes: await variation(traits, nth), traits };
  }
}

/** The same traits drawn with other details, zoomed, mirrored, and darker or lighter. */
async function variation(traits: PhotoTraits, seed: number): Promise<Buffer> {
  const drawing = await sharp(Buffer.from(drawPhoto({ file: `generated-${seed}.webp`, traits })))
    .flatten({ background: "#ffffff" })
    .toBuffer();
  const { width, height } = await sharp(drawing).metadata();
  const kept = 0.85 + 0.15 * ((seed % 5) / 4);
  const box = { width: Math.round(width * kept), height: Math.round(height * kept) };
  return sharp(drawing)
    .extract({
      left: Math.floor((width - box.width) / 2),
      top: Math.floor((height - box.height) / 2),
      ...box,
    })
    .flop(seed % 2 === 1)
    .modulate({ brightness: 0.8 + 0.1 * (seed % 5) })
    .jpeg({ quality: 85 })
    .toBuffer();
}
