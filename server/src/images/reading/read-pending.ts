import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { whileHeld } from "../../leases/index.ts";
import type { UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import { claimDue, isAnyDue, queueReadByOthers, readingsById } from "./due-readings.sql.ts";
import { type Fetched, fetchPhotos } from "./fetch-photos.ts";
import { HostPatience } from "./host-patience.ts";
import { PHOTOS_A_BATCH, readBatches } from "./read-batches.ts";
import { inOneText, type ReadingModels, readingModels } from "./reading-models.ts";
import { serveFirst, takeOver, vectorKinds } from "./serving-models.ts";

const QUEUED_A_TURN = 1000;
const PHOTOS_WITHIN_MS = 10_000;
/** While another worker has the last pictures that are due, it is looked so often whether it has died with them. */
const LOOK_MS = 500;

/**
 * Has the models read the pictures whose turn it is: new ones, those that failed and are due again, and, of a new model, all of
 * them, while the old one's vectors go on answering. Each is claimed before it is fetched, by one worker at a time; what is done is
 * stored batch by batch.
 *
 * @returns how many were read.
 * @throws ModelError when a model does not answer: the next run goes on where this one stopped.
 */
export async function readPending(ctx: Context<UsesImages & UsesModels & UsesPhotos>): Promise<number> {
  const models = readingModels(ctx);
  for (const kind of vectorKinds) await serveFirst(ctx, kind, models[kind]);
  await queueOthers(ctx, models);
  let read = 0;
  // Of its own name: any number of workers may read, each its own pictures.
  await whileHeld(ctx, `pictures ${randomUUID()}`, async (ctx, { holder }) => {
    const patience = new HostPatience();
    while (!ctx.signal.aborted) {
      await readBatches(ctx, {
        models,
        holder,
        next: () => nextDue(ctx, { models, holder, patience }),
        report: (_, outcomes) => {
          read += outcomes.filter(({ status }) => status === "read").length;
        },
      });
      if (await isAnyDue(ctx.db, ctx.clock.now())) {
        await delay(LOOK_MS, null, { signal: ctx.signal }).catch(() => {});
        continue;
      }
      for (const kind of vectorKinds) await takeOver(ctx, kind, models[kind]);
      break;
    }
  });
  return read;
}

async function nextDue(
  ctx: Context<UsesPhotos>,
  { models, holder, patience }: { models: ReadingModels; holder: string; patience: HostPatience },
): Promise<Fetched | null> {
  if (ctx.signal.aborted) return null;
  const ids = await claimDue(ctx.db, { holder, now: ctx.clock.now(), limit: PHOTOS_A_BATCH });
  if (ids.length === 0) return null;
  const due = await readingsById(ctx.db, models, ids);
  return fetchPhotos(ctx, due, { patience, withinMs: PHOTOS_WITHIN_MS, tryAgain: false });
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
