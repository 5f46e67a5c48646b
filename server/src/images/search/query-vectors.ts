import { LRUCache } from "lru-cache";
import {
  builtinImageModel,
  correctSpelling,
  type ImageModel,
  modelId,
  type TextModel,
  type UsesModels,
} from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ImageVectorKind } from "../enrichment/serving-models.ts";
import type { UsesImages } from "../services.ts";

/** A query embedded for one kind of vector, and how to interpret cosines with it. */
export type QueryVectors = {
  kind: ImageVectorKind;
  model: string;
  vector: Float32Array;
  /** 0 for a chance level, 1 for the best that a query and a picture of this kind reach. */
  similarityOf(cosine: number): number;
};

/** The cosines above chance for similarity 0.5 and for 1; interpolated linearly. */
type Nearness = { half: number; whole: number };

const NEARNESS = {
  /**
   * Queries and pictures of the builtin model share the named and measured traits, of which a picture has a part. At
   * 0.5, half of the matching photos of the demo are found, and most found photos match (`npm run prove photos`).
   */
  builtinVisual: { half: 0.18, whole: 0.5 },
  /** CLIP models place texts and pictures apart: even the best picture for a query has a low cosine. */
  visual: { half: 0.075, whole: 0.15 },
  /** As with texts of listings. */
  description: { half: 0.25, whole: 0.5 },
} satisfies Record<string, Nearness>;

/**
 * The vectors of a query for comparison with pictures and with descriptions. Kinds are left out that have no vectors,
 * whose serving model is no longer configured, or for which the query has no known words.
 *
 * @throws ModelError when a model does not answer.
 */
export async function queryVectors(
  ctx: Context<UsesImages & UsesModels>,
  text: string,
  kinds: readonly ImageVectorKind[],
): Promise<QueryVectors[]> {
  if (text.trim() === "") return [];
  await ctx.images.vectors.start();
  const vectors = await Promise.all(
    kinds.map((kind) => (kind === "visual" ? asVisual(ctx, text) : asDescription(ctx, text))),
  );
  return vectors.filter((each) => each?.vector.some((number) => number !== 0)) as QueryVectors[];
}

async function asVisual(ctx: Context<UsesImages & UsesModels>, text: string): Promise<QueryVectors | null> {
  const model = servingImageModel(ctx);
  if (!model) return null;
  const vector = await remembered(model, text, async (words) => {
    const [vector] = await model.embedTexts([words]);
    return vector as Float32Array;
  });
  const nearness = model.name === builtinImageModel.name ? NEARNESS.builtinVisual : NEARNESS.visual;
  return withSimilarity("visual", model, vector, nearness);
}

async function asDescription(
  ctx: Context<UsesImages & UsesModels>,
  text: string,
): Promise<QueryVectors | null> {
  const { model: serving } = ctx.images.vectors.kinds.description;
  if (serving === null) return null;
  const model = serving === modelId(ctx.models.text) ? ctx.models.text : ctx.models.textModelOf(serving);
  if (!model) return null;
  const vector = await remembered(model, text, async (words) => {
    const [vector] = await model.embed([words], { as: "query" });
    return vector as Float32Array;
  });
  return withSimilarity("description", model, vector, NEARNESS.description);
}

/** The serving model; null when there are no vectors, or the model is no longer configured. */
export function servingImageModel({
  images: { vectors: imageVectors },
  models,
}: Context<UsesImages & UsesModels>): ImageModel | null {
  const { model: serving } = imageVectors.kinds.visual;
  if (serving === null) return null;
  return serving === modelId(models.images) ? models.images : models.imageModelOf(serving);
}

function withSimilarity(
  kind: ImageVectorKind,
  model: TextModel | ImageModel,
  vector: Float32Array,
  { half, whole }: Nearness,
): QueryVectors {
  const { noise } = model;
  return {
    kind,
    model: modelId(model),
    vector,
    similarityOf(cosine) {
      const above = cosine - noise;
      const similarity = above < half ? above / half / 2 : (1 + (above - half) / (whole - half)) / 2;
      return Math.min(1, Math.max(0, similarity));
    },
  };
}

const QUERIES_KEPT = 2000;
const kept = new WeakMap<TextModel | ImageModel, LRUCache<string, Promise<Float32Array>>>();

/** Caches query vectors, so that a model is called once for the same words. */
function remembered(
  model: TextModel | ImageModel,
  text: string,
  embed: (words: string) => Promise<Float32Array>,
): Promise<Float32Array> {
  const vectors = kept.get(model) ?? new LRUCache<string, Promise<Float32Array>>({ max: QUERIES_KEPT });
  kept.set(model, vectors);
  const known = vectors.get(text);
  if (known) return known;
  const vector = embed(correctSpelling(text));
  vectors.set(text, vector);
  // A failed call is not cached.
  vector.catch(() => vectors.delete(text));
  return vector;
}
