import type { Context } from "../../context.ts";
import { asUnread, readingsById } from "./due-readings.sql.ts";
import { fetchPhotos } from "./fetch-photos.ts";
import { HostPatience } from "./host-patience.ts";
import { problemOf } from "./problems.ts";
import { inBatches, type Outcome, readBatches } from "./read-batches.ts";
import { type ReadingModels, readingModels } from "./reading-models.ts";
import { serveFirst, vectorKinds } from "./serving-models.ts";

/** As long as the photos of a batch may take from a server that is slow, but alive. */
const PHOTOS_WITHIN_MS = 30_000;

export type ReadNow = {
  /** All of it is made anew; else what these models have not read, and what has failed. */
  anew: boolean;
  /** Gets what has become of a batch when it is stored. */
  report: (outcomes: Outcome[]) => unknown;
};

/**
 * Has the models read these pictures now, whoever's turn it is, those too that could not be had the last time.
 *
 * @throws ModelError when a model does not answer: what was done until then is stored and reported.
 */
export async function readPictures(
  ctx: Context,
  readingIds: readonly number[],
  { anew, report }: ReadNow,
): Promise<void> {
  const models = readingModels(ctx);
  for (const kind of vectorKinds) await serveFirst(ctx, kind, models[kind]);
  const patience = new HostPatience();
  await readBatches(ctx, models, {
    batches: inBatches([...new Set(readingIds)]).map((ids) => async () => {
      const { due, settled } = await whatIsDue(ctx, models, { ids, anew });
      if (settled.length > 0) await report(settled);
      return fetchPhotos(ctx, due, { patience, withinMs: PHOTOS_WITHIN_MS, tryAgain: true });
    }),
    report,
  });
}

/** What is to be read, and what need not or cannot be. */
async function whatIsDue(
  ctx: Context,
  models: ReadingModels,
  { ids, anew }: { ids: readonly number[]; anew: boolean },
) {
  const found = await readingsById(ctx.db, models, ids);
  const readings = anew ? found.map(asUnread) : found;
  const there = new Set(found.map(({ id }) => id));
  const settled: Outcome[] = [
    ...readings
      .filter(({ is_current }) => is_current)
      .map(({ id }) => ({ readingId: id, status: "read" as const, made: null })),
    ...ids
      .filter((id) => !there.has(id))
      .map((id) => ({ readingId: id, status: "failed" as const, problem: problemOf("gone") })),
  ];
  return { due: readings.filter(({ is_current }) => !is_current), settled };
}
