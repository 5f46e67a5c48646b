import type { UsesModels } from "../models/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { quantize16 } from "../platform/vectors/quantized.ts";
import { imageVectorsCursor } from "./cursors.ts";
import { type EnrichmentModels, enrichmentModels, modelsKey } from "./enrichment/enrichment-models.ts";
import { enrichmentsById } from "./enrichment/enrichments-by-id.sql.ts";
import type { Caption, ModelOutput, PhotoFeatures } from "./enrichment/model-output.ts";
import { serveFirstImageModels, switchImageModels } from "./enrichment/serving-models.ts";
import { markEnriched, storeModelOutputs } from "./enrichment/store-batch.ts";
import { type Picture, pictureKey } from "./photos/ensure-enrichments.ts";
import { syncPhotos } from "./photos/sync-photos.ts";

/**
 * A picture with an enrichment made by another installation. The vector of its description is computed here, because
 * that is cheap.
 */
export type ImportedEnrichment = Picture & {
  visualVector: Int16Array;
  generatedCaption: Caption;
  photoFeatures: PhotoFeatures;
};

/** The current models as one text: enrichments by other models cannot be used. */
export function currentModels(ctx: Context<UsesModels>): string {
  return modelsKey(enrichmentModels(ctx));
}

/**
 * Synchronizes the photos of all listings and stores the imported enrichments of their pictures, in the same rows as
 * the enrichment job, so that the job has nothing left to do. No events are published: it runs in a new database,
 * which has no subscribers.
 *
 * @throws ModelError when the text model does not answer.
 */
export async function importEnrichments(
  ctx: Context<UsesModels & UsesPhotos>,
  known: readonly ImportedEnrichment[],
): Promise<void> {
  await syncPhotos(ctx);
  const models = enrichmentModels(ctx);
  await serveFirstImageModels(ctx, models);
  const made = await modelOutputsOf(ctx, models, known);
  if (made.length === 0) return;
  await inTransaction(ctx, async ({ db, clock }) => {
    await imageVectorsCursor.lock(db);
    await storeModelOutputs(db, models, made);
    await markEnriched(db, modelsKey(models), made, clock.now());
  });
  await switchImageModels(ctx, models);
}

/** Of pictures that listings show and that are not enriched yet. */
async function modelOutputsOf(
  ctx: Context<UsesModels>,
  models: EnrichmentModels,
  known: readonly ImportedEnrichment[],
): Promise<ModelOutput[]> {
  const byKey = new Map(known.map((each) => [pictureKey(each), each]));
  const rows = await ctx.db
    .selectFrom("image_enrichments")
    .select("id")
    .where(
      "key",
      "in",
      [...byKey.keys()].map((key) => Buffer.from(key, "hex")),
    )
    .execute();
  const enrichments = await enrichmentsById(
    ctx.db,
    models,
    rows.map(({ id }) => id),
  );
  const unread = enrichments.flatMap((enrichment) => {
    const each = byKey.get(pictureKey(enrichment));
    return each && !enrichment.is_current ? [{ enrichment, each }] : [];
  });
  const vectors = await ctx.models.text.embed(unread.map(({ each }) => each.generatedCaption.description));
  return unread.map(({ enrichment, each: { visualVector, generatedCaption, photoFeatures } }, nth) => ({
    enrichment,
    visualVector,
    generatedCaption,
    photoFeatures,
    descriptionVector: quantize16(vectors[nth] as Float32Array),
  }));
}
