import { setTimeout as delay } from "node:timers/promises";
import { ModelError, type UsesModels } from "../../models/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Outcome } from "../enrichment/enrich-batches.ts";
import { enrichPictures } from "../enrichment/enrich-pictures.ts";
import { inOneLine } from "../enrichment/problems.ts";
import type { UsesImages } from "../services.ts";
import type { VisionCode } from "../vision-errors.ts";
import { finishJob } from "./job/finish-job.ts";
import { type Held, holdLease } from "./job/hold-lease.ts";
import { nextPictures, type OpenJob, openJob, storeOutcomes } from "./job/jobs.ts";

export const indexingJob = "run-indexing-job";

const PICTURES_A_ROUND = 128;
/** How often to check whether another process's lease has expired. */
const POLL_MS = 1_000;

/**
 * Runs the waiting indexing job, or one that another process has left unfinished. While another process runs it, this
 * waits, and takes over when that process dies. It can be stopped at any point.
 */
export async function runIndexingJob(ctx: Context<UsesImages & UsesModels>): Promise<void> {
  while (!ctx.signal.aborted) {
    const job = await openJob(ctx.db);
    if (!job) return;
    const held = await holdLease(ctx, job);
    if (held) await work(ctx, job, held);
    else await delay(POLL_MS, null, { signal: ctx.signal }).catch(() => {});
  }
}

async function work(ctx: Context<UsesImages & UsesModels>, job: OpenJob, held: Held): Promise<void> {
  try {
    await readAll({ ...ctx, signal: held.signal }, job);
    if (!held.signal.aborted) await finishJob(ctx, held.lease, null);
  } catch (error) {
    if (held.signal.aborted) throw error;
    ctx.log.error({ err: error, job: job.id }, "indexing job failed");
    await finishJob(ctx, held.lease, failureText(error));
  } finally {
    await held.letGo();
    await ctx.images.vectors.catchUp();
  }
}

async function readAll(ctx: Context<UsesImages & UsesModels>, { id, force }: OpenJob): Promise<void> {
  // In the transaction that stores the enrichments: after a crash, nothing is enriched or announced twice.
  const report = ({ db }: Context, outcomes: Outcome[]) =>
    storeOutcomes(
      db,
      id,
      outcomes.map((outcome) => ({
        enrichmentId: outcome.enrichmentId,
        outcome: outcome.status,
        error: outcome.status === "failed" ? inOneLine(outcome.problem) : null,
      })),
    );
  while (!ctx.signal.aborted) {
    const pictures = await nextPictures(ctx.db, id, PICTURES_A_ROUND);
    if (pictures.length === 0) return;
    await enrichPictures(ctx, pictures, { again: force, report });
  }
}

/** Without details of the machine, because admins of brokerages read it. */
function failureText(error: unknown): string {
  if (!(error instanceof ModelError))
    return "Something unexpected has ended the job: the server's log says what.";
  const code: VisionCode = error.reason === "not_loaded" ? "VISION_002" : "VISION_001";
  return inOneLine({ code, text: error.message });
}
