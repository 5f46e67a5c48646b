import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { PhotoError, type PhotoFailure, toldFailures } from "../../photos/index.ts";
import { AppError } from "../../platform/errors.ts";
import { ModelError } from "../../platform/models/models.ts";
import { modelId } from "../../platform/models/text-model.ts";
import { numbersOf, visualsAt } from "../vectors/stored-vectors.sql.ts";
import { servingImageModel } from "./asked-words.ts";
import { isAmong } from "./is-among.ts";

const LONGEST_MS = 20_000;
/** A refusal comes no sooner: an anonymous caller must not learn from it whether a name server knows a name. */
const SOONEST_MS = 500;

/** A picture that somebody shows us, as the model whose vectors answer sees it. */
export type ShownPicture = { model: string; vector: Float32Array };

/**
 * The picture at an address. One that these readings have already is what it is there; any other is fetched, looked at and kept
 * nowhere. Null: no vectors are there to compare it with.
 *
 * @throws AppError 400 when there is no picture at the address, or it may not be fetched; ModelError when the model is away.
 */
export async function shownPicture(
  ctx: Context,
  url: string,
  readings: Float64Array,
): Promise<ShownPicture | null> {
  const ours = await knownVector(ctx, [ctx.photos.addressOf(url)], readings);
  if (ours) return ours;
  const { bytes, addresses } = await lookAt(ctx, url);
  const same = await knownVector(ctx, addresses, readings);
  if (same) return same;
  const model = servingImageModel(ctx);
  if (!model) return null;
  const [vector] = await model.embedImages([{ bytes, caption: null, imageOf: null }]).catch((error) => {
    throw error instanceof ModelError && error.reason === "bad_image" ? refusal("corrupt") : error;
  });
  return { model: modelId(model), vector: vector as Float32Array };
}

/** The vector of a picture at one of these addresses, among those readings. */
async function knownVector(
  ctx: Context,
  addresses: readonly string[],
  readings: Float64Array,
): Promise<ShownPicture | null> {
  const { model } = ctx.imageVectors.kinds.visual;
  if (model === null || addresses.length === 0) return null;
  const rows = await visualsAt(ctx.db, { model, addresses });
  const found = rows.find(({ reading_id }) => isAmong(readings, reading_id));
  return found ? { model, vector: Float32Array.from(numbersOf(found.vector)) } : null;
}

async function lookAt(ctx: Context, url: string) {
  const began = performance.now();
  const late = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([ctx.signal, late]);
  try {
    return await ctx.photos.lookAt(url, { caller: ctx.caller, signal });
  } catch (error) {
    const reason = late.aborted ? "timeout" : error instanceof PhotoError && error.reason;
    if (!reason) throw error;
    if (toldFailures[reason] === toldFailures.unreachable) {
      const rest = Math.max(0, SOONEST_MS - (performance.now() - began));
      await delay(rest, undefined, { signal: ctx.signal });
    }
    throw refusal(reason, error);
  }
}

function refusal(reason: PhotoFailure, cause?: unknown): AppError {
  return new AppError("bad_request", `image_url cannot be used: ${toldFailures[reason]}`, { cause });
}
