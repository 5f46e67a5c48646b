import { modelId, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ImageVectorKind } from "./serving-models.ts";

/** The ids of the models that enrich pictures: for visual vectors, for captions, and for vectors of the captions. */
export type EnrichmentModels = Record<ImageVectorKind, string> & { vision: string };

/** The version of the stored output. Pictures enriched in an earlier version are enriched again. */
const OUTPUT_VERSION = "features+quality";

export function enrichmentModels({ models }: Context<UsesModels>): EnrichmentModels {
  return {
    visual: modelId(models.images),
    description: modelId(models.text),
    vision: modelId(models.vision),
  };
}

/**
 * The same context with its models as they are now: when the object detector fails in the middle of a run, the run
 * must not store another model's output under the id of the first.
 */
export function withFixedModels<Ctx extends Context<UsesModels>>(ctx: Ctx): Ctx {
  const { images, vision } = ctx.models;
  return { ...ctx, models: { ...ctx.models, images, vision } };
}

/** The combination of models as stored in `image_enrichments.enriched_by`. */
export function modelsKey({ visual, vision, description }: EnrichmentModels): string {
  return [visual, vision, description, OUTPUT_VERSION].join(" ");
}
