import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { IndexingJob } from "./indexing.schemas.ts";
import { tallyOf } from "./job/tally-of.sql.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Job = Static<typeof IndexingJob>;

/**
 * The progress of a job and its failed images (SPEC: Indexing job). An error that ended the job early is first, with
 * the image that was next.
 *
 * @throws AppError 404 `Job not found`.
 */
export async function getIndexingJob({ db, clock }: Context, { job_id }: { job_id: string }): Promise<Job> {
  const row = UUID.test(job_id)
    ? await db.selectFrom("indexing_jobs").selectAll().where("id", "=", job_id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("not_found", "Job not found");
  const { processed, current } = await tallyOf(db, row.id);
  const { total, started_at, finished_at } = row;
  const isOpen = finished_at === null;
  return {
    job_id: row.id,
    status: row.status as Job["status"],
    progress: {
      processed,
      total,
      percentage: total === 0 ? 100 : Math.floor((processed / total) * 1000) / 10,
      current_image: row.status === "running" && current !== null ? String(current) : null,
    },
    started_at,
    estimated_completion:
      isOpen && started_at ? estimate({ processed, total, started_at, now: clock.now() }) : null,
    finished_at,
    errors: [
      ...(row.failure === null
        ? []
        : [{ image_id: String(current ?? (await lastImage(db, row.id))), error: row.failure }]),
      ...(await errorsOf(db, row.id)),
    ],
  };
}

/** Extrapolated from the pace so far; null before any photo is done. */
function estimate(job: { processed: number; total: number; started_at: Date; now: Date }): Date | null {
  if (job.processed === 0) return null;
  const spent = job.now.getTime() - job.started_at.getTime();
  return new Date(job.now.getTime() + (spent / job.processed) * (job.total - job.processed));
}

/** The last image of a job that ended early with none left. Index: indexing_job_images_pkey. */
async function lastImage(db: Db, jobId: string): Promise<number> {
  const { photo_id } = await db
    .selectFrom("indexing_job_images")
    .select("photo_id")
    .where("job_id", "=", jobId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return photo_id;
}

async function errorsOf(db: Db, jobId: string): Promise<Job["errors"]> {
  const rows = await db
    .selectFrom("indexing_job_images")
    .select(["photo_id", "error"])
    .where("job_id", "=", jobId)
    .where("outcome", "=", "failed")
    .orderBy("position")
    .execute();
  return rows.map(({ photo_id, error }) => ({ image_id: String(photo_id), error: error ?? "" }));
}
