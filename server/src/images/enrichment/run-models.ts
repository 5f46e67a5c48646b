import pLimit from "p-limit";
import {
  isRoomType,
  ModelError,
  type PhotoInput,
  photoQuality,
  roomTypes,
  type UsesModels,
} from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { quantize16 } from "../../platform/vectors/quantized.ts";
import type { DueEnrichment } from "./due-enrichments.ts";
import type { Caption, FailedEnrichment, ModelOutput, PhotoFeatures } from "./model-output.ts";

/** Captions generated at once; a provider may have a lower limit of its own. */
const AT_ONCE = 4;
const MAX_DESCRIPTION_LENGTH = 4000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const NO_ANSWER = new ModelError("failed", "The model answered with fewer vectors than photos.");

const NOTHING_YET = { generatedCaption: null, photoFeatures: null, descriptionVector: null };

/** The step in progress, named as the failure to store if it fails. */
type Stage = "embedding_failed" | "description_failed";

type Ready = { enrichment: DueEnrichment; bytes: Buffer };

export type ModelRun = {
  outputs: ModelOutput[];
  failed: FailedEnrichment[];
  /** The reason why no model can be called at the moment. */
  stopped: ModelError | null;
};

/**
 * Runs the models for the missing parts of photos' enrichments. A photo that a model cannot process fails alone; an
 * unavailable model ends the run, and the output until then is kept.
 */
export async function runModels(ctx: Context<UsesModels>, ready: readonly Ready[]): Promise<ModelRun> {
  const modelRun: ModelRun = { outputs: [], failed: [], stopped: null };
  const limit = pLimit(AT_ONCE);
  const visuals = await visualVectorsOf(ctx, ready);
  await Promise.all(
    ready.map(({ enrichment, bytes }, nth) =>
      limit(async () => {
        let stage: Stage = "embedding_failed";
        try {
          const visual = visuals[nth] as Float32Array | ModelError | null;
          if (visual instanceof ModelError) throw visual;
          const output: ModelOutput = {
            enrichment,
            visualVector: visual && quantize16(visual),
            ...NOTHING_YET,
          };
          modelRun.outputs.push(output);
          if (modelRun.stopped !== null || ctx.signal.aborted) return;
          stage = "description_failed";
          const photo = photoOf(enrichment, bytes);
          if (enrichment.description === null) output.generatedCaption = await captionOf(ctx, photo);
          if (!enrichment.has_features) output.photoFeatures = await featuresOf(ctx, photo);
        } catch (error) {
          recordFailure(ctx, modelRun, { enrichment, stage, error });
        }
      }),
    ),
  );
  await embedCaptions(ctx, modelRun);
  return modelRun;
}

/** A vector, the reason why there is none, or null when it is stored already. */
async function visualVectorsOf(
  ctx: Context<UsesModels>,
  ready: readonly Ready[],
): Promise<(Float32Array | ModelError | null)[]> {
  const wanted = ready.filter(({ enrichment }) => !enrichment.has_visual);
  const vectors = await embedEach(
    ctx,
    wanted.map(({ enrichment, bytes }) => photoOf(enrichment, bytes)),
  );
  let next = 0;
  return ready.map(({ enrichment }) => (enrichment.has_visual ? null : (vectors[next++] ?? NO_ANSWER)));
}

/** All in one call; when that fails because of a photo, one by one, to find out which. */
async function embedEach(
  ctx: Context<UsesModels>,
  photos: PhotoInput[],
): Promise<(Float32Array | ModelError)[]> {
  try {
    return await ctx.models.images.embedImages(photos);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (isUnavailable(error) || photos.length === 1) return photos.map(() => error);
    const each: (Float32Array | ModelError)[] = [];
    for (const photo of photos) each.push(...(await embedEach(ctx, [photo])));
    return each;
  }
}

async function captionOf(ctx: Context<UsesModels>, photo: PhotoInput): Promise<Caption> {
  const { vision } = ctx.models;
  const description = storable(await vision.describe(photo));
  const [room] = await vision.classify(photo, roomTypes);
  const roomType = room && isRoomType(room.label) ? room.label : "other";
  return { description, roomType, roomConfidence: room?.confidence ?? 0 };
}

async function featuresOf(ctx: Context<UsesModels>, photo: PhotoInput): Promise<PhotoFeatures> {
  const features = await ctx.models.vision.features(photo);
  return { features, quality: await photoQuality(photo.bytes) };
}

/** PostgreSQL's text cannot contain NUL characters, and captions are limited in length. */
function storable(description: string): string {
  return description.replaceAll("\0", "").trim().slice(0, MAX_DESCRIPTION_LENGTH);
}

/** Embeds all captions of the run in one call of the text model. */
async function embedCaptions(ctx: Context<UsesModels>, modelRun: ModelRun): Promise<void> {
  const wanted = modelRun.outputs.filter(
    ({ generatedCaption, enrichment }) =>
      generatedCaption !== null || (enrichment.description !== null && !enrichment.has_meaning),
  );
  if (wanted.length === 0) return;
  try {
    const vectors = await ctx.models.text.embed(
      wanted.map(
        ({ generatedCaption, enrichment }) =>
          generatedCaption?.description ?? (enrichment.description as string),
      ),
    );
    for (const [nth, output] of wanted.entries())
      output.descriptionVector = quantize16(vectors[nth] as Float32Array);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (isUnavailable(error)) modelRun.stopped = error;
    else
      for (const { enrichment } of wanted)
        recordFailure(ctx, modelRun, { enrichment, stage: "embedding_failed", error });
  }
}

type ModelFailure = { enrichment: DueEnrichment; stage: Stage; error: unknown };

function recordFailure(ctx: Context, modelRun: ModelRun, { enrichment, stage, error }: ModelFailure): void {
  if (!(error instanceof ModelError)) throw error;
  if (isUnavailable(error)) modelRun.stopped = error;
  else {
    const failure = error.reason === "bad_image" ? "bad_image" : stage;
    modelRun.failed.push({ enrichment, failure, again: retryAt(ctx, enrichment, error) });
  }
}

function isUnavailable({ reason }: ModelError): boolean {
  return reason === "unavailable" || reason === "not_loaded";
}

/**
 * The delay starts at an hour and doubles up to a day; for files that are not images it starts at a day and doubles up
 * to 30 days.
 */
function retryAt({ clock }: Context, { failures_in_row }: DueEnrichment, { reason }: ModelError): Date {
  const [first, longest] = reason === "bad_image" ? [DAY_MS, 30 * DAY_MS] : [HOUR_MS, DAY_MS];
  return new Date(clock.now().getTime() + Math.min(first * 2 ** Math.min(failures_in_row, 10), longest));
}

function photoOf({ caption, image_of }: DueEnrichment, bytes: Buffer): PhotoInput {
  return { bytes, caption, imageOf: image_of };
}
