import { setTimeout as delay } from "node:timers/promises";
import { drawPhoto } from "../../src/demo/draw-photo.ts";
import { type DemoPhoto, photoAddressOf } from "../../src/demo/photo-catalog.ts";
import type { PhotoIndex } from "../../src/demo/photo-index/photo-index.ts";
import { storeDrawing } from "../../src/demo/store-drawing.ts";
import { askModels } from "../../src/images/reading/ask-models.ts";
import { builtinImageModel } from "../../src/models/builtin/builtin-image-model.ts";
import { builtinTextModel } from "../../src/models/builtin/builtin-text-model.ts";
import { builtinVisionModel } from "../../src/models/builtin/builtin-vision-model.ts";
import type { UsesModels } from "../../src/models/index.ts";
import { deriveCard } from "../../src/photos/derive-photo.ts";
import type { Context } from "../../src/platform/context.ts";

const AT_ONCE = 16;
const models = { images: builtinImageModel, text: builtinTextModel, vision: builtinVisionModel };
/** What reading takes of a context. */
export const readingContext = {
  models,
  signal: new AbortController().signal,
  clock: { now: () => new Date(0) },
} as unknown as Context<UsesModels>;

/** What the builtin models make of these photos, drawn and derived anew, as the job that reads photos has them do it. */
export async function readDrawings(photos: readonly DemoPhoto[]): Promise<PhotoIndex["photos"]> {
  const read: PhotoIndex["photos"] = {};
  for (let at = 0; at < photos.length; at += AT_ONCE) {
    const batch = photos.slice(at, at + AT_ONCE);
    const ready = await Promise.all(
      batch.map(async (photo, id) => ({ reading: unread(photo, id), bytes: await cardOf(photo) })),
    );
    const { made, failed } = await askModels(readingContext, ready);
    if (failed.length > 0)
      throw new Error(`${failed.length} photos could not be read: ${failed[0]?.failure}`);
    for (const { reading, visual, told, seen } of made) {
      const { file } = batch[reading.id] as DemoPhoto;
      if (!visual || !told || !seen) throw new Error(`${file} was read in part`);
      read[file] = { visual, told, seen };
    }
    await delay(0);
  }
  return Object.fromEntries(photos.map(({ file }) => [file, read[file] as PhotoIndex["photos"][string]]));
}

async function cardOf(photo: DemoPhoto): Promise<Buffer> {
  let drawn: Uint8Array | null = null;
  const shelf = {
    exists: async () => false,
    put: async (_key: string, bytes: Uint8Array) => {
      drawn = bytes;
    },
  };
  await storeDrawing(shelf, photo.file, () => drawPhoto(photo));
  return deriveCard(Buffer.from(drawn as unknown as Uint8Array));
}

function unread(photo: DemoPhoto, id: number) {
  return {
    id,
    url: photoAddressOf(photo),
    caption: photo.caption,
    image_of: photo.imageOf,
    failures_in_row: 0,
    replaced_at: null,
    description: null,
    has_visual: false,
    has_meaning: false,
    has_features: false,
    is_indexed: false,
    is_current: false,
  };
}
