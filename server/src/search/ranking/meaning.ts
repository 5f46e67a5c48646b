import { LRUCache } from "lru-cache";
import {
  correctSpelling,
  modelId,
  type TextModel,
  toSearchError,
  type UsesModels,
} from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";

const QUERIES_KEPT = 2000;
const kept = new WeakMap<TextModel, LRUCache<string, Promise<Float32Array>>>();

/**
 * What a query means to the model whose vectors answer; asked once for the same words. Null while that model is gone and the
 * new one still reads: words and features search alone.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function meaningOf(
  ctx: Context<UsesModels & UsesSearch>,
  text: string,
): Promise<{ vector: Float32Array; model: TextModel } | null> {
  const model = answering(ctx);
  if (model === null) return null;
  const meanings = kept.get(model) ?? new LRUCache<string, Promise<Float32Array>>({ max: QUERIES_KEPT });
  kept.set(model, meanings);
  let meaning = meanings.get(text);
  if (!meaning) {
    meaning = model
      .embed([correctSpelling(text)], { as: "query" })
      .then(([vector]) => vector as Float32Array);
    meanings.set(text, meaning);
    // An answer that failed is not remembered.
    meaning.catch(() => meanings.delete(text));
  }
  try {
    return { vector: await meaning, model };
  } catch (error) {
    throw toSearchError(error);
  }
}

/** The configured model, or, while that one still reads, the one before it. */
function answering(ctx: Context<UsesModels & UsesSearch>): TextModel | null {
  const { model: serving } = ctx.search.vectors;
  if (serving === null || serving === modelId(ctx.models.text)) return ctx.models.text;
  return ctx.models.textModelOf(serving);
}
