import type { Context } from "../../context.ts";
import { PhotoError, photoFailures } from "../../photos/index.ts";
import { AppError } from "../../platform/errors.ts";
import { ModelError } from "../../platform/models/models.ts";
import { modelId } from "../../platform/models/text-model.ts";
import { numbersOf, visualsAt } from "../vectors/stored-vectors.sql.ts";
import { servingImageModel } from "./asked-words.ts";
import { isAmong } from "./is-among.ts";

const LONGEST_MS = 20_000;

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
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new PhotoError("timeout")), LONGEST_MS);
  try {
    return await Promise.race([ctx.photos.lookAt(url), late]);
  } catch (error) {
    throw error instanceof PhotoError ? refusal(error.reason, error) : error;
  } finally {
    clearTimeout(timer);
  }
}

function refusal(reason: keyof typeof photoFailures, cause?: Error): AppError {
  return new AppError("bad_request", `image_url cannot be used: ${photoFailures[reason]}`, { cause });
}
