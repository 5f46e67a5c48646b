import type { Context } from "../../context.ts";
import { askModels } from "./ask-models.ts";
import { type DueReading, dueReadings, queueReadByOthers } from "./due-readings.sql.ts";
import { type Fetched, fetchPhotos } from "./fetch-photos.ts";
import { HostPatience } from "./host-patience.ts";
import { inOneText, type ReadingModels, readingModels } from "./reading-models.ts";
import { serveFirst, takeOver, vectorKinds } from "./serving-models.ts";
import { noteFailures, putOff, storeMade } from "./store-made.sql.ts";

/** Photos whose bytes are in memory at once, some hundred kilobytes each; the next ones are fetched meanwhile. */
const PHOTOS_A_BATCH = 16;
const BATCHES_A_ROUND = 8;
const QUEUED_A_TURN = 1000;

/**
 * Has the models read the pictures whose turn it is: new ones, those that failed and are due again, and, of a new model, all of
 * them, while the old one's vectors go on answering. What is done is stored batch by batch.
 *
 * @returns how many were read.
 * @throws ModelError when a model does not answer: the next run goes on where this one stopped.
 */
export async function readPending(ctx: Context): Promise<number> {
  const models = readingModels(ctx);
  for (const kind of vectorKinds) await serveFirst(ctx, kind, models[kind]);
  await queueOthers(ctx, models);
  const patience = new HostPatience();
  let read = 0;
  while (!ctx.signal.aborted) {
    const limit = PHOTOS_A_BATCH * BATCHES_A_ROUND;
    const due = await dueReadings(ctx.db, { models, now: ctx.clock.now(), limit });
    if (due.length === 0) {
      for (const kind of vectorKinds) await takeOver(ctx, kind, models[kind]);
      break;
    }
    read += await readRound(ctx, models, due, patience);
  }
  return read;
}

/** While the models read one batch, the photos of the next one are fetched. */
async function readRound(
  ctx: Context,
  models: ReadingModels,
  due: readonly DueReading[],
  patience: HostPatience,
): Promise<number> {
  const fetch = (from: number) => fetchPhotos(ctx, due.slice(from, from + PHOTOS_A_BATCH), patience);
  let read = 0;
  let fetching: Promise<Fetched> | null = null;
  for (let at = 0; at < due.length && !ctx.signal.aborted; at += PHOTOS_A_BATCH) {
    const fetched = await (fetching ?? fetch(at));
    const next = at + PHOTOS_A_BATCH;
    fetching = next < due.length ? fetch(next) : null;
    // Whatever it is, it is thrown when its turn comes; until then nobody waits for it.
    fetching?.catch(() => {});
    read += await readBatch(ctx, models, fetched);
  }
  return read;
}

async function readBatch(
  ctx: Context,
  models: ReadingModels,
  { ready, failed, late }: Fetched,
): Promise<number> {
  await noteFailures(ctx.db, failed);
  await putOff(ctx.db, late);
  const asked = await askModels(ctx, ready);
  await storeMade(ctx, models, asked.made);
  await noteFailures(ctx.db, asked.failed);
  if (asked.stopped) throw asked.stopped;
  return ready.length - asked.failed.length;
}

async function queueOthers(ctx: Context, models: ReadingModels): Promise<void> {
  const readBy = inOneText(models);
  while (!ctx.signal.aborted) {
    const queued = await queueReadByOthers(ctx.db, {
      readBy,
      now: ctx.clock.now(),
      limit: QUEUED_A_TURN,
    });
    if (queued < QUEUED_A_TURN) return;
  }
}
