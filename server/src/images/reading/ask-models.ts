import pLimit from "p-limit";
import type { UsesModels } from "../../models/index.ts";
import { isRoomType, ModelError, type PhotoInput, photoQuality, roomTypes } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import { quantize16 } from "../../platform/vectors/quantized.ts";
import type { DueReading } from "./due-readings.sql.ts";
import type { Failed, Made, Seen, Told } from "./made.ts";

/** Photos that are described at once; what a provider takes at once is its own business. */
const AT_ONCE = 4;
const LONGEST_DESCRIPTION = 4000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const NO_ANSWER = new ModelError("failed", "The model answered with fewer vectors than photos.");

const NOTHING_YET = { told: null, seen: null, meaning: null };

/** What is being asked, as the failure that it may become. */
type Stage = "embedding_failed" | "description_failed";

type Ready = { reading: DueReading; bytes: Buffer };

export type Asked = {
  made: Made[];
  failed: Failed[];
  /** Why nothing more can be asked at the moment. */
  stopped: ModelError | null;
};

/**
 * What the models make of photos, so far as it is not there yet. A photo that a model cannot read fails alone; a model that is
 * away ends it, and what was made until then is kept.
 */
export async function askModels(ctx: Context<UsesModels>, ready: readonly Ready[]): Promise<Asked> {
  const asked: Asked = { made: [], failed: [], stopped: null };
  const limit = pLimit(AT_ONCE);
  const visuals = await visualsOf(ctx, ready);
  await Promise.all(
    ready.map(({ reading, bytes }, nth) =>
      limit(async () => {
        let stage: Stage = "embedding_failed";
        try {
          const visual = visuals[nth] as Float32Array | ModelError | null;
          if (visual instanceof ModelError) throw visual;
          const made: Made = { reading, visual: visual && quantize16(visual), ...NOTHING_YET };
          asked.made.push(made);
          if (asked.stopped !== null || ctx.signal.aborted) return;
          stage = "description_failed";
          const photo = photoOf(reading, bytes);
          if (reading.description === null) made.told = await tell(ctx, photo);
          if (!reading.has_features) made.seen = await see(ctx, photo);
        } catch (error) {
          note(ctx, asked, { reading, stage, error });
        }
      }),
    ),
  );
  await understandWords(ctx, asked);
  return asked;
}

/** A vector, why there is none, or null where it is there already. */
async function visualsOf(
  ctx: Context<UsesModels>,
  ready: readonly Ready[],
): Promise<(Float32Array | ModelError | null)[]> {
  const wanted = ready.filter(({ reading }) => !reading.has_visual);
  const vectors = await embedEach(
    ctx,
    wanted.map(({ reading, bytes }) => photoOf(reading, bytes)),
  );
  let next = 0;
  return ready.map(({ reading }) => (reading.has_visual ? null : (vectors[next++] ?? NO_ANSWER)));
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
    if (isAway(error) || photos.length === 1) return photos.map(() => error);
    const each: (Float32Array | ModelError)[] = [];
    for (const photo of photos) each.push(...(await embedEach(ctx, [photo])));
    return each;
  }
}

async function tell(ctx: Context<UsesModels>, photo: PhotoInput): Promise<Told> {
  const { vision } = ctx.models;
  const description = storable(await vision.describe(photo));
  const [room] = await vision.classify(photo, roomTypes);
  const roomType = room && isRoomType(room.label) ? room.label : "other";
  return { description, roomType, roomConfidence: room?.confidence ?? 0 };
}

async function see(ctx: Context<UsesModels>, photo: PhotoInput): Promise<Seen> {
  const features = await ctx.models.vision.features(photo);
  return { features, quality: await photoQuality(photo.bytes) };
}

/** PostgreSQL's text holds no NUL, and a sentence or two are no book. */
function storable(description: string): string {
  return description.replaceAll("\0", "").trim().slice(0, LONGEST_DESCRIPTION);
}

/** The text model reads what is said of all of them together. */
async function understandWords(ctx: Context<UsesModels>, asked: Asked): Promise<void> {
  const wanted = asked.made.filter(
    ({ told, reading }) => told !== null || (reading.description !== null && !reading.has_meaning),
  );
  if (wanted.length === 0) return;
  try {
    const vectors = await ctx.models.text.embed(
      wanted.map(({ told, reading }) => told?.description ?? (reading.description as string)),
    );
    for (const [nth, made] of wanted.entries()) made.meaning = quantize16(vectors[nth] as Float32Array);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (isAway(error)) asked.stopped = error;
    else for (const { reading } of wanted) note(ctx, asked, { reading, stage: "embedding_failed", error });
  }
}

type Trouble = { reading: DueReading; stage: Stage; error: unknown };

function note(ctx: Context, asked: Asked, { reading, stage, error }: Trouble): void {
  if (!(error instanceof ModelError)) throw error;
  if (isAway(error)) asked.stopped = error;
  else {
    const failure = error.reason === "bad_image" ? "bad_image" : stage;
    asked.failed.push({ reading, failure, again: tryAgainAt(ctx, reading, error) });
  }
}

function isAway({ reason }: ModelError): boolean {
  return reason === "unavailable" || reason === "not_loaded";
}

/** An hour later, doubled up to a day; of what is no picture a day later, doubled up to a month. */
function tryAgainAt({ clock }: Context, { failures_in_row }: DueReading, { reason }: ModelError): Date {
  const [first, longest] = reason === "bad_image" ? [DAY_MS, 30 * DAY_MS] : [HOUR_MS, DAY_MS];
  return new Date(clock.now().getTime() + Math.min(first * 2 ** Math.min(failures_in_row, 10), longest));
}

function photoOf({ caption, image_of }: DueReading, bytes: Buffer): PhotoInput {
  return { bytes, caption, imageOf: image_of };
}
