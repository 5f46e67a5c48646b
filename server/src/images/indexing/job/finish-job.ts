import { announce } from "../../../event-outbox/index.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import type { Lease } from "./jobs.ts";
import { tallyOf } from "./tally-of.sql.ts";

/**
 * Ends a job that this process holds, and announces it in the same transaction. `failure`: the error that ended it
 * early.
 */
export async function finishJob(
  ctx: Context,
  { jobId, heldBy }: Lease,
  failure: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { processed, failed } = await tallyOf(ctx.db, jobId);
    const now = ctx.clock.now();
    const ended = await ctx.db
      .updateTable("indexing_jobs")
      .set({
        status: failure !== null ? "failed" : failed > 0 ? "partial" : "completed",
        failure,
        finished_at: now,
        held_until: null,
        held_by: null,
      })
      .where("id", "=", jobId)
      .where("held_by", "=", heldBy)
      .where("status", "=", "running")
      .returning("started_at")
      .executeTakeFirst();
    if (!ended) return;
    await announceCompleted(ctx, jobId, { processed, failed, startedAt: ended.started_at ?? now });
  });
}

type Ended = { processed: number; failed: number; startedAt: Date };

/** Publishes `indexing.completed` to every subscriber (SPEC: indexing.completed). */
export async function announceCompleted(
  ctx: Context,
  jobId: string,
  { processed, failed, startedAt }: Ended,
): Promise<void> {
  await announce(ctx, [
    {
      event: "indexing.completed",
      subject: `job:${jobId}`,
      brokerageId: null,
      data: {
        job_id: jobId,
        images_processed: processed,
        success_count: processed - failed,
        error_count: failed,
        duration_seconds: Math.round((ctx.clock.now().getTime() - startedAt.getTime()) / 100) / 10,
      },
    },
  ]);
}

const KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes jobs that ended more than 90 days ago, with the outcomes of their photos. */
export async function pruneIndexingJobs({ db, clock }: Context): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("indexing_jobs")
    .where("finished_at", "<", new Date(clock.now().getTime() - KEPT_MS))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
