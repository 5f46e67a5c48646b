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

/** Photos in memory at once, a few hundred kilobytes each; the next batch is fetched meanwhile. */
export const PHOTOS_A_BATCH = 16;

/**
 * The outcome of a picture: enriched, with the output of this run in `made` (null when it was complete already), or
 * not.
 */
export type Outcome =
  | { enrichmentId: number; status: "enriched"; made: ModelOutput | null }
  | { enrichmentId: number; status: "failed"; problem: Problem };

/** Receives the outcomes of a batch, in the transaction that stores it. */
export type Report = (ctx: Context, outcomes: Outcome[]) => unknown;

type Steps = {
  models: EnrichmentModels;
  /** The holder of the lease under which the pictures are claimed. */
  holder: string;
  /** Claims the next pictures and fetches their photos; null when none are left. */
  next: () => Promise<Fetched | null>;
  report: Report;
};

/**
 * Enriches batch after batch and stores each: while the models process one, the photos of the next are fetched. When
 * asked to stop it waits for no more photos, and does not report those that are missing.
 *
 * @throws ModelError when a model does not answer: batches until then are stored and reported.
 */
export async function enrichBatches(ctx: Context<UsesImages & UsesModels>, steps: Steps): Promise<void> {
  const nextBatch = ctx.background.pace(ctx.signal);
  let fetching = steps.next();
  while (!ctx.signal.aborted) {
    const fetched = await unlessStopped(ctx.signal, fetching);
    if (fetched === null) return;
    await nextBatch();
    if (ctx.signal.aborted) return;
    fetching = steps.next();
    // Prevents an unhandled rejection: the error is thrown when this batch is awaited.
    fetching.catch(() => {});
    const stopped = await enrichBatch(ctx, steps, fetched);
    if (stopped) throw stopped;
  }
}

/** @returns the reason why no model can be called at the moment. */
async function enrichBatch(
  ctx: Context<UsesImages & UsesModels>,
  { models, holder, report }: Steps,
  { ready, failed, deferred }: Fetched,
): Promise<ModelError | null> {
  await evictUnlisted(ctx, ready.filter(({ enrichment }) => !enrichment.is_indexed).length);
  const isFull = await ctx.images.vectors.capacity.isFull(ctx);
  const hasNoPlace = ({ enrichment }: Fetched["ready"][number]) => isFull && !enrichment.is_indexed;
  const modelRun = await runModels(
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
    outputs: modelRun.outputs,
    failed: [...failed, ...modelRun.failed, ...unplaced],
    deferred,
  });
  return modelRun.stopped;
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

/** Null when `signal` is aborted first: a slow server can delay the work. */
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
