import { setTimeout as delay } from "node:timers/promises";
import { numbersOf } from "../../model-vectors/index.ts";
import { ModelError, modelId, type UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import { failureTexts, PhotoError, type PhotoFailure } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { UsesImages } from "../services.ts";
import { visualsAt } from "../vectors/stored-vectors.ts";
import { servingImageModel } from "./query-vectors.ts";

const FETCH_TIMEOUT_MS = 20_000;
/**
 * Errors are delayed to at least this time, so that an anonymous caller cannot learn from the timing whether a host
 * name resolves.
 */
const MIN_REFUSAL_MS = 500;

/** A picture named by a caller, embedded by the serving model. */
export type QueryPicture = { model: string; vector: Float32Array };
/** A picture with a stored vector. */
export type KnownPicture = QueryPicture & { enrichment: number };

/** The pictures at these URLs that have vectors, of any listing. */
export async function knownPictures(
  ctx: Context<UsesImages>,
  addresses: readonly string[],
): Promise<KnownPicture[]> {
  const { model } = ctx.images.vectors.kinds.visual;
  if (model === null || addresses.length === 0) return [];
  const rows = await visualsAt(ctx.db, { model, addresses });
  return rows.map(({ enrichment_id: enrichment, vector }) => ({
    model,
    vector: Float32Array.from(numbersOf(vector)),
    enrichment,
  }));
}

/**
 * The vector of a picture; it is not stored. Null: there are no vectors to compare it with.
 *
 * @throws AppError 400 for a damaged picture; 429 or 503 when too many wait; ModelError when the model is unavailable.
 */
export async function vectorOf(
  ctx: Context<UsesImages & UsesModels>,
  bytes: Buffer,
): Promise<QueryPicture | null> {
  const model = servingImageModel(ctx);
  if (!model) return null;
  const [vector] = await ctx.images.queryPictures
    .run(ctx.caller, ctx.signal, () => model.embedImages([{ bytes, caption: null, imageOf: null }]))
    .catch((error) => {
      throw error instanceof ModelError && error.reason === "bad_image" ? refusal("corrupt") : error;
    });
  return { model: modelId(model), vector: vector as Float32Array };
}

/**
 * The picture at a URL in card size.
 *
 * @throws AppError 400 when there is none, or its URL is not allowed.
 */
export async function fetchPicture(ctx: Context<UsesPhotos>, url: string) {
  const began = performance.now();
  const late = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const signal = AbortSignal.any([ctx.signal, late]);
  try {
    return await ctx.photos.fetchOnce(url, { caller: ctx.caller, signal });
  } catch (error) {
    const reason = late.aborted ? "timeout" : error instanceof PhotoError && error.reason;
    if (!reason) throw error;
    if (failureTexts[reason] === failureTexts.unreachable) {
      const rest = Math.max(0, MIN_REFUSAL_MS - (performance.now() - began));
      await delay(rest, undefined, { signal: ctx.signal });
    }
    throw refusal(reason, error);
  }
}

function refusal(reason: PhotoFailure, cause?: unknown): AppError {
  return new AppError("bad_request", `image_url cannot be used: ${failureTexts[reason]}`, { cause });
}
