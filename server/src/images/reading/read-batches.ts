import type { Context } from "../../context.ts";
import type { ModelError } from "../../platform/models/models.ts";
import { askModels } from "./ask-models.ts";
import type { Fetched } from "./fetch-photos.ts";
import type { Made } from "./made.ts";
import { makeRoom } from "./make-room.ts";
import { type Problem, problemOf } from "./problems.ts";
import type { ReadingModels } from "./reading-models.ts";
import { noPlace, storeBatch } from "./store-batch.sql.ts";

/** Photos whose bytes are in memory at once, some hundred kilobytes each; the next ones are fetched meanwhile. */
export const PHOTOS_A_BATCH = 16;

/** What has become of a picture: it is read, and `made` is what was made of it just now (null: nothing, it was read already), or not. */
export type Outcome =
  | { readingId: number; status: "read"; made: Made | null }
  | { readingId: number; status: "failed"; problem: Problem };

type Steps = {
  /** The photos of each batch. */
  batches: (() => Promise<Fetched>)[];
  /** What has become of a batch, when it is stored. */
  report: (outcomes: Outcome[]) => unknown;
};

/**
 * Reads batch after batch, and stores what comes of each: while the models read one, the photos of the next one are fetched. When it
 * is asked to stop it waits for no photo any more, and says nothing of those that are not there.
 *
 * @throws ModelError when a model does not answer: what was done until then is stored and reported.
 */
export async function readBatches(
  ctx: Context,
  models: ReadingModels,
  { batches, report }: Steps,
): Promise<void> {
  let fetching: Promise<Fetched> | null = null;
  for (const [nth, fetch] of batches.entries()) {
    if (ctx.signal.aborted) return;
    const fetched: Fetched | null = await unlessStopped(ctx.signal, fetching ?? fetch());
    if (fetched === null) return;
    fetching = batches[nth + 1]?.() ?? null;
    // Whatever it is, it is thrown when its turn comes; until then nobody waits for it.
    fetching?.catch(() => {});
    const { outcomes, stopped } = await readBatch(ctx, models, fetched);
    await report(outcomes);
    if (stopped) throw stopped;
  }
}

async function readBatch(
  ctx: Context,
  models: ReadingModels,
  { ready, failed, late }: Fetched,
): Promise<{ outcomes: Outcome[]; stopped: ModelError | null }> {
  await makeRoom(ctx, ready.filter(({ reading }) => !reading.is_indexed).length);
  const isFull = await ctx.imageVectors.room.isFull(ctx);
  const hasNoPlace = ({ reading }: Fetched["ready"][number]) => isFull && !reading.is_indexed;
  const asked = await askModels(
    ctx,
    ready.filter((each) => !hasNoPlace(each)),
  );
  const unplaced = ready.filter(hasNoPlace).map(({ reading }) => noPlace(ctx, reading));
  const stored = await storeBatch(ctx, models, {
    made: asked.made,
    failed: [...failed, ...asked.failed, ...unplaced],
    late,
  });
  const outcomes: Outcome[] = [
    ...stored.whole.map((made) => ({ readingId: made.reading.id, status: "read" as const, made })),
    ...[...stored.failed, ...stored.late].map(({ reading, failure }) => ({
      readingId: reading.id,
      status: "failed" as const,
      problem: problemOf(failure),
    })),
  ];
  return { outcomes, stopped: asked.stopped };
}

/** Null when `signal` asks to stop before it is there, which may take as long as a slow server does. */
async function unlessStopped<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value | null> {
  const { promise: stopped, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const done = await Promise.race([work, stopped]);
    return signal.aborted ? null : done;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export function inBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PHOTOS_A_BATCH) }, (_, nth) =>
    items.slice(nth * PHOTOS_A_BATCH, (nth + 1) * PHOTOS_A_BATCH),
  );
}
