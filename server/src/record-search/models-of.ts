import { builtinTextModel, modelId, type TextModel, type UsesModels } from "../models/index.ts";

/**
 * The models that records have vectors of: the builtin one, which is there at once and within a transaction, and the
 * configured one where that is another, which reads them soon after.
 */
export function modelsOf({ models }: UsesModels): TextModel[] {
  const { text } = models;
  return modelId(text) === modelId(builtinTextModel) ? [builtinTextModel] : [builtinTextModel, text];
}
