import type { UsesModels } from "../models/index.ts";
import type { UsesPhotos } from "../photos/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { quantize16 } from "../platform/vectors/quantized.ts";
import { notePhotos } from "./photos/note-photos.ts";
import { alone } from "./photos/readers.sql.ts";
import { type Picture, readingKey } from "./photos/reading-key.ts";
import { readingsById } from "./reading/due-readings.sql.ts";
import type { Made, Seen, Told } from "./reading/made.ts";
import { inOneText, type ReadingModels, readingModels } from "./reading/reading-models.ts";
import { serveFirst, takeOver, vectorKinds } from "./reading/serving-models.ts";
import { markRead, storeMade } from "./reading/store-batch.sql.ts";

/** A picture, and what models have made of it elsewhere. The vector of its description is made anew: it costs next to nothing. */
export type KnownReading = Picture & { visual: Int16Array; told: Told; seen: Seen };

/** Who reads pictures now, as one text: what was read by others is of no use. */
export function readBy(ctx: Context<UsesModels>): string {
  return inOneText(readingModels(ctx));
}

/**
 * Notes the photos of all listings, and keeps what is known of their pictures, as if models had read them just now: the same rows,
 * so that the job has nothing left to do. Nobody is told of it: where it is done, in a database that has just been made, nobody has
 * asked to be.
 *
 * @throws ModelError when the text model does not answer.
 */
export async function storeReadings(
  ctx: Context<UsesModels & UsesPhotos>,
  known: readonly KnownReading[],
): Promise<void> {
  await notePhotos(ctx);
  const models = readingModels(ctx);
  for (const kind of vectorKinds) await serveFirst(ctx, kind, models[kind]);
  const made = await madeOf(ctx, models, known);
  if (made.length === 0) return;
  await inTransaction(ctx, async ({ db, clock }) => {
    await alone(db, "vectors");
    await storeMade(db, models, made);
    await markRead(db, inOneText(models), made, clock.now());
  });
  for (const kind of vectorKinds) await takeOver(ctx, kind, models[kind]);
}

/** Of the pictures that are there, and not read yet. */
async function madeOf(
  ctx: Context<UsesModels>,
  models: ReadingModels,
  known: readonly KnownReading[],
): Promise<Made[]> {
  const byKey = new Map(known.map((each) => [readingKey(each), each]));
  const rows = await ctx.db
    .selectFrom("image_readings")
    .select("id")
    .where(
      "key",
      "in",
      [...byKey.keys()].map((key) => Buffer.from(key, "hex")),
    )
    .execute();
  const readings = await readingsById(
    ctx.db,
    models,
    rows.map(({ id }) => id),
  );
  const unread = readings.flatMap((reading) => {
    const each = byKey.get(readingKey(reading));
    return each && !reading.is_current ? [{ reading, each }] : [];
  });
  const meanings = await ctx.models.text.embed(unread.map(({ each }) => each.told.description));
  return unread.map(({ reading, each: { visual, told, seen } }, nth) => ({
    reading,
    visual,
    told,
    seen,
    meaning: quantize16(meanings[nth] as Float32Array),
  }));
}
