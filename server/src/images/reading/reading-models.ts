import type { UsesModels } from "../../models/index.ts";
import { modelId } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { VectorKind } from "./serving-models.ts";

/** Who reads pictures now, by id: what they look like, what is said of them, and who says it. */
export type ReadingModels = Record<VectorKind, string> & { vision: string };

/** What is made of a picture beside vectors and words: pictures that were read before there was all of it are read again. */
const MADE = "features+quality";

export function readingModels({ models }: Context<UsesModels>): ReadingModels {
  return {
    visual: modelId(models.images),
    description: modelId(models.text),
    vision: modelId(models.vision),
  };
}

/** All of them, as `image_readings.read_by` has it. */
export function inOneText({ visual, vision, description }: ReadingModels): string {
  return [visual, vision, description, MADE].join(" ");
}
