import { LRUCache } from "lru-cache";
import {
  builtinImageModel,
  type ImageModel,
  mendSpelling,
  modelId,
  type TextModel,
  type UsesModels,
} from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { ImageVectorKind } from "../enrichment/serving-models.ts";
import type { UsesImages } from "../services.ts";

/** Words as one kind of vector: what to compare with pictures, and what a cosine with them means. */
export type QueryVectors = {
  kind: ImageVectorKind;
  model: string;
  vector: Float32Array;
  /** 0 for chance, 1 for as near as words and a picture of the kind get. */
  similarityOf(cosine: number): number;
};

/** How far above chance a cosine is a similarity of a half, and where it is as near as it gets; straight lines in between. */
type Nearness = { half: number; whole: number };

const NEARNESS = {
  /**
   * Words and pictures of the builtin model share what is said and measured, of which a picture has a part. At a half, half of the
   * demo's photos that were asked for are found, and more of what is found was asked for than not (`npm run prove photos`).
   */
  builtinVisual: { half: 0.18, whole: 0.5 },
  /** Models of CLIP's kind keep words and pictures apart: the best picture for some words is hardly nearer. */
  visual: { half: 0.075, whole: 0.15 },
  /** As with texts of listings. */
  description: { half: 0.25, whole: 0.5 },
} satisfies Record<string, Nearness>;

/**
 * What words look like, and what describes them, to the models whose vectors answer. Left out is what cannot be compared: of a
 * kind that has no vectors yet, or whose model is there no more, and words that say nothing of a picture.
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
  const asked = await Promise.all(
    kinds.map((kind) => (kind === "visual" ? asVisual(ctx, text) : asDescription(ctx, text))),
  );
  return asked.filter((each) => each?.vector.some((number) => number !== 0)) as QueryVectors[];
}

async function asVisual(ctx: Context<UsesImages & UsesModels>, text: string): Promise<QueryVectors | null> {
  const model = servingImageModel(ctx);
  if (!model) return null;
  const vector = await remembered(model, text, async (words) => {
    const [vector] = await model.embedTexts([words]);
    return vector as Float32Array;
  });
  const nearness = model.name === builtinImageModel.name ? NEARNESS.builtinVisual : NEARNESS.visual;
  return asked("visual", model, vector, nearness);
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
  return asked("description", model, vector, NEARNESS.description);
}

/** The model whose vectors answer; null when there are none, or it is there no more. */
export function servingImageModel({
  images: { vectors: imageVectors },
  models,
}: Context<UsesImages & UsesModels>): ImageModel | null {
  const { model: serving } = imageVectors.kinds.visual;
  if (serving === null) return null;
  return serving === modelId(models.images) ? models.images : models.imageModelOf(serving);
}

function asked(
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

/** A model is asked once for the same words. */
function remembered(
  model: TextModel | ImageModel,
  text: string,
  embed: (words: string) => Promise<Float32Array>,
): Promise<Float32Array> {
  const vectors = kept.get(model) ?? new LRUCache<string, Promise<Float32Array>>({ max: QUERIES_KEPT });
  kept.set(model, vectors);
  const known = vectors.get(text);
  if (known) return known;
  const vector = embed(mendSpelling(text));
  vectors.set(text, vector);
  // An answer that failed is not remembered.
  vector.catch(() => vectors.delete(text));
  return vector;
}
