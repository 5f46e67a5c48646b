import type { ModelError, UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import type { EnrichmentModels } from "./enrichment-models.ts";
import { evictUnlisted } from "./evict-unlisted.ts";
import type { Fetched } from "./fetch-photos.ts";
import type { ModelOutput } from "./model-output.ts";
import { type Problem, problemOf } from "./problems.ts";
import { runModels } from "./run-models.ts";
import { indexFull, type StoredBatch, storeBatch } from "./store-batch.ts";

/** Photos whose bytes are in memory at once, some hundred kilobytes each; the next ones are fetched meanwhile. */
export const PHOTOS_A_BATCH = 16;

/** What has become of a picture: it is read, and `made` is what was made of it just now (null: nothing, it was read already), or not. */
export type Outcome =
  | { enrichmentId: number; status: "enriched"; made: ModelOutput | null }
  | { enrichmentId: number; status: "failed"; problem: Problem };

/** Gets what has become of a batch, in the transaction that stores it. */
export type Report = (ctx: Context, outcomes: Outcome[]) => unknown;

type Steps = {
  models: EnrichmentModels;
  /** The holder of the lease under which the pictures are claimed. */
  holder: string;
  /** The next pictures, which are claimed, and their photos; null when there are none any more. */
  next: () => Promise<Fetched | null>;
  report: Report;
};

/**
 * Reads batch after batch, and stores what comes of each: while the models read one, the photos of the next one are fetched. When it
 * is asked to stop it waits for no photo any more, and says nothing of those that are not there.
 *
 * @throws ModelError when a model does not answer: what was done until then is stored and reported.
 */
export async function enrichBatches(ctx: Context<UsesImages & UsesModels>, steps: Steps): Promise<void> {
  let fetching = steps.next();
  while (!ctx.signal.aborted) {
    const fetched = await unlessStopped(ctx.signal, fetching);
    if (fetched === null) return;
    fetching = steps.next();
    // Whatever it is, it is thrown when its turn comes; until then nobody waits for it.
    fetching.catch(() => {});
    const stopped = await enrichBatch(ctx, steps, fetched);
    if (stopped) throw stopped;
  }
}

/** @returns why nothing more can be asked at the moment. */
async function enrichBatch(
  ctx: Context<UsesImages & UsesModels>,
  { models, holder, report }: Steps,
  { ready, failed, deferred }: Fetched,
): Promise<ModelError | null> {
  await evictUnlisted(ctx, ready.filter(({ enrichment }) => !enrichment.is_indexed).length);
  const isFull = await ctx.images.vectors.capacity.isFull(ctx);
  const hasNoPlace = ({ enrichment }: Fetched["ready"][number]) => isFull && !enrichment.is_indexed;
  const asked = await runModels(
    ctx,
    ready.filter((each) => !hasNoPlace(each)),
  );
  const unplaced = ready.filter(hasNoPlace).map(({ enrichment }) => indexFull(ctx, enrichment));
  const steps = {
    models,
    holder,
    report: (ctx: Context, stored: StoredBatch) => report(ctx, outcomesOf(stored)),
  };
  await storeBatch(ctx, steps, {
    outputs: asked.outputs,
    failed: [...failed, ...asked.failed, ...unplaced],
    deferred,
  });
  return asked.stopped;
}

function outcomesOf({ complete, failed, deferred }: StoredBatch): Outcome[] {
  return [
    ...complete.map((made) => ({ enrichmentId: made.enrichment.id, status: "enriched" as const, made })),
    ...[...failed, ...deferred].map(({ enrichment, failure }) => ({
      enrichmentId: enrichment.id,
      status: "failed" as const,
      problem: problemOf(failure),
    })),
  ];
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
