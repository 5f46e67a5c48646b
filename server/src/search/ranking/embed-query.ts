import { LRUCache } from "lru-cache";
import {
  builtinTextModel,
  correctSpelling,
  modelId,
  type TextModel,
  toSearchError,
  type UsesModels,
  withoutEmptyWords,
} from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesSearch } from "../services.ts";

const QUERIES_KEPT = 2000;
const kept = new WeakMap<TextModel, LRUCache<string, Promise<Float32Array>>>();

/**
 * The query's vector of the model that serves; embedded once for the same text. Null while that model is no longer configured and
 * the new one has not embedded everything: words and features are searched alone then.
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function embedQuery(
  ctx: Context<UsesModels & UsesSearch>,
  text: string,
): Promise<{ vector: Float32Array; model: TextModel } | null> {
  const model = servingTextModel(ctx);
  if (model === null) return null;
  const vectors = kept.get(model) ?? new LRUCache<string, Promise<Float32Array>>({ max: QUERIES_KEPT });
  kept.set(model, vectors);
  let vector = vectors.get(text);
  if (!vector) {
    const compared = model === builtinTextModel ? withoutEmptyWords(text) || text : text;
    vector = model
      .embed([correctSpelling(compared)], { as: "query" })
      .then(([vector]) => vector as Float32Array);
    vectors.set(text, vector);
    // A failure is not cached.
    vector.catch(() => vectors.delete(text));
  }
  try {
    return { vector: await vector, model };
  } catch (error) {
    throw toSearchError(error);
  }
}

/** The configured model, or its predecessor until the configured one has embedded everything. */
function servingTextModel(ctx: Context<UsesModels & UsesSearch>): TextModel | null {
  const { model: serving } = ctx.search.vectors;
  if (serving === null || serving === modelId(ctx.models.text)) return ctx.models.text;
  return ctx.models.textModelOf(serving);
}
