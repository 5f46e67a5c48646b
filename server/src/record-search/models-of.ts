import { builtinTextModel, modelId, type TextModel, type UsesModels } from "../models/index.ts";

/**
 * The models that records have vectors of: the builtin one, computed within the transaction, and the configured one if
 * it is another, computed soon after by the job.
 */
export function modelsOf({ models }: UsesModels): TextModel[] {
  const { text } = models;
  return modelId(text) === modelId(builtinTextModel) ? [builtinTextModel] : [builtinTextModel, text];
}
