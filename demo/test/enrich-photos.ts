import { setTimeout as delay } from "node:timers/promises";

import { runModels } from "../../server/src/images/enrichment/run-models.ts";
import { openModels, type UsesModels } from "../../server/src/models/index.ts";
import { deriveCard } from "../../server/src/photos/derive-photo.ts";
import { readConfig } from "../../server/src/platform/config/config.ts";
import type { Context } from "../../server/src/platform/context.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { type DemoPhoto, photoAddressOf } from "../src/photo-catalog.ts";
import { readPhoto } from "../src/photo-files.ts";
import type { PhotoIndex } from "../src/photo-index/photo-index.ts";

const BATCH = 16;

/** The part of a context that enrichment uses; close its models. */
export function modelContext(detector: "on" | "off"): Context<UsesModels> {
  const models = openModels(readConfig({ PHOTO_DETECTOR: detector }), createLog("warn"));
  const signal = new AbortController().signal;
  return { models, signal, clock: { now: () => new Date(0) } } as unknown as Context<UsesModels>;
}

/** The models' output for the shipped photos, called as by the enrichment job. */
export async function enrichPhotos(
  ctx: Context<UsesModels>,
  photos: readonly DemoPhoto[],
): Promise<PhotoIndex["photos"]> {
  const enriched: PhotoIndex["photos"] = {};
  for (let index = 0; index < photos.length; index += BATCH) {
    const batch = photos.slice(index, index + BATCH);
    const ready = await Promise.all(
      batch.map(async (photo, id) => ({
        enrichment: pending(photo, id),
        bytes: await deriveCard(await readPhoto(photo.file)),
      })),
    );
    const { outputs, failed } = await runModels(ctx, ready);
    if (failed.length > 0) throw new Error(`${failed.length} photos failed: ${failed[0]?.failure}`);
    for (const { enrichment, visualVector, generatedCaption, photoFeatures } of outputs) {
      const { file } = batch[enrichment.id] as DemoPhoto;
      if (!visualVector || !generatedCaption || !photoFeatures)
        throw new Error(`${file} has no complete result`);
      enriched[file] = { visualVector, generatedCaption, photoFeatures };
    }
    await delay(0);
  }
  return Object.fromEntries(photos.map(({ file }) => [file, enriched[file] as PhotoIndex["photos"][string]]));
}

function pending(photo: DemoPhoto, id: number) {
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
