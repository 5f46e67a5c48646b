import { LRUCache } from "lru-cache";
import {
  builtinTextModel,
  correctSpelling,
  expandAbbreviations,
  modelId,
  type TextModel,
  toSearchError,
  type UsesModels,
  withoutEmptyWords,
} from "../../models/index.ts";
import type { ComparedAs } from "../../plain-words/index.ts";
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
  wishes: readonly ComparedAs[] = [],
): Promise<{ vector: Float32Array; model: TextModel } | null> {
  const model = servingTextModel(ctx);
  if (model === null) return null;
  const vectors = kept.get(model) ?? new LRUCache<string, Promise<Float32Array>>({ max: QUERIES_KEPT });
  kept.set(model, vectors);
  const key = [text, ...wishes.map((wish) => wish.text)].join("\n");
  let vector = vectors.get(key);
  if (!vector) {
    const compared = model === builtinTextModel ? comparedText(text, wishes) : text || wordsFor(wishes);
    vector = model
      .embed([correctSpelling(compared)], { as: "query" })
      .then(([vector]) => vector as Float32Array);
    vectors.set(key, vector);
    // A failure is not cached.
    vector.catch(() => vectors.delete(key));
  }
  try {
    return { vector: await vector, model };
  } catch (error) {
    throw toSearchError(error);
  }
}

/** The words of a wish that its text is compared with by meaning. */
const WAYS_EMBEDDED = 3;

/** The text that the builtin model compares: without words that carry nothing, with the trade's words for its wishes. */
export function comparedText(text: string, wishes: readonly ComparedAs[]): string {
  const words = withoutEmptyWords(expandAbbreviations(text));
  return [words, ...wishes.flatMap(({ as }) => as.slice(0, WAYS_EMBEDDED))].join(" ").trim() || text;
}

/** Of a query that says only what is not wanted. */
const wordsFor = (wishes: readonly ComparedAs[]) => wishes.flatMap(({ as }) => as).join(", ");

/** The configured model, or its predecessor until the configured one has embedded everything. */
function servingTextModel(ctx: Context<UsesModels & UsesSearch>): TextModel | null {
  const { model: serving } = ctx.search.vectors;
  if (serving === null || serving === modelId(ctx.models.text)) return ctx.models.text;
  return ctx.models.textModelOf(serving);
}
