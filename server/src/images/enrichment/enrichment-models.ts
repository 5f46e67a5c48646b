import { modelId, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ImageVectorKind } from "./serving-models.ts";

/** Who reads pictures now, by id: what they look like, what is said of them, and who says it. */
export type EnrichmentModels = Record<ImageVectorKind, string> & { vision: string };

/** What is made of a picture beside vectors and words: pictures that were read before there was all of it are read again. */
const OUTPUT_VERSION = "features+quality";

export function enrichmentModels({ models }: Context<UsesModels>): EnrichmentModels {
  return {
    visual: modelId(models.images),
    description: modelId(models.text),
    vision: modelId(models.vision),
  };
}

/** All of them, as `image_enrichments.enriched_by` has it. */
export function modelsKey({ visual, vision, description }: EnrichmentModels): string {
  return [visual, vision, description, OUTPUT_VERSION].join(" ");
}
