import type { Context } from "../context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { quantize16 } from "../platform/vectors/quantized.ts";
import { readingsById } from "./enrichment/due-enrichments.ts";
import { modelsKey, type ReadingModels, readingModels } from "./enrichment/enrichment-models.ts";
import type { Caption, ModelOutput, PhotoFeatures } from "./enrichment/model-output.ts";
import { serveFirst, takeOver, vectorKinds } from "./enrichment/serving-models.ts";
import { markEnriched, storeModelOutputs } from "./enrichment/store-batch.ts";
import { type Picture, readingKey } from "./photos/picture-key.ts";
import { alone } from "./photos/readers.sql.ts";
import { syncPhotos } from "./photos/sync-photos.ts";

/** A picture, and what models have made of it elsewhere. The vector of its description is made anew: it costs next to nothing. */
export type ImportedEnrichment = Picture & {
  visualVector: Int16Array;
  generatedCaption: Caption;
  photoFeatures: PhotoFeatures;
};

/** Who reads pictures now, as one text: what was read by others is of no use. */
export function enrichedBy(ctx: Context): string {
  return modelsKey(readingModels(ctx));
}

/**
 * Notes the photos of all listings, and keeps what is known of their pictures, as if models had read them just now: the same rows,
 * so that the job has nothing left to do. Nobody is told of it: where it is done, in a database that has just been made, nobody has
 * asked to be.
 *
 * @throws ModelError when the text model does not answer.
 */
export async function importEnrichments(ctx: Context, known: readonly ImportedEnrichment[]): Promise<void> {
  await syncPhotos(ctx);
  const models = readingModels(ctx);
  for (const kind of vectorKinds) await serveFirst(ctx, kind, models[kind]);
  const made = await modelOutputsOf(ctx, models, known);
  if (made.length === 0) return;
  await inTransaction(ctx, async ({ db, clock }) => {
    await alone(db, "vectors");
    await storeModelOutputs(db, models, made);
    await markEnriched(db, modelsKey(models), made, clock.now());
  });
  for (const kind of vectorKinds) await takeOver(ctx, kind, models[kind]);
}

/** Of the pictures that are there, and not read yet. */
async function modelOutputsOf(
  ctx: Context,
  models: ReadingModels,
  known: readonly ImportedEnrichment[],
): Promise<ModelOutput[]> {
  const byKey = new Map(known.map((each) => [readingKey(each), each]));
  const rows = await ctx.db
    .selectFrom("image_readings")
    .select("id")
    .where(
      "key",
      "in",
      [...byKey.keys()].map((key) => Buffer.from(key, "hex")),
    )
    .execute();
  const readings = await readingsById(
    ctx.db,
    models,
    rows.map(({ id }) => id),
  );
  const unread = readings.flatMap((reading) => {
    const each = byKey.get(readingKey(reading));
    return each && !reading.is_current ? [{ reading, each }] : [];
  });
  const vectors = await ctx.models.text.embed(unread.map(({ each }) => each.generatedCaption.description));
  return unread.map(({ reading, each: { visualVector, generatedCaption, photoFeatures } }, nth) => ({
    reading,
    visualVector,
    generatedCaption,
    photoFeatures,
    descriptionVector: quantize16(vectors[nth] as Float32Array),
  }));
}
