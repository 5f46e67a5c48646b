import type { Context } from "../../context.ts";
import { dueReadings, queueReadByOthers } from "./due-readings.sql.ts";
import { fetchPhotos } from "./fetch-photos.ts";
import { HostPatience } from "./host-patience.ts";
import { inBatches, PHOTOS_A_BATCH, readBatches } from "./read-batches.ts";
import { inOneText, type ReadingModels, readingModels } from "./reading-models.ts";
import { serveFirst, takeOver, vectorKinds } from "./serving-models.ts";

const BATCHES_A_ROUND = 8;
const QUEUED_A_TURN = 1000;
const PHOTOS_WITHIN_MS = 10_000;

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
  const options = { patience: new HostPatience(), withinMs: PHOTOS_WITHIN_MS, tryAgain: false };
  let read = 0;
  while (!ctx.signal.aborted) {
    const limit = PHOTOS_A_BATCH * BATCHES_A_ROUND;
    const due = await dueReadings(ctx.db, { models, now: ctx.clock.now(), limit });
    if (due.length === 0) {
      for (const kind of vectorKinds) await takeOver(ctx, kind, models[kind]);
      break;
    }
    await readBatches(ctx, models, {
      batches: inBatches(due).map((batch) => () => fetchPhotos(ctx, batch, options)),
      report: (outcomes) => {
        read += outcomes.filter(({ status }) => status === "read").length;
      },
    });
  }
  return read;
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
