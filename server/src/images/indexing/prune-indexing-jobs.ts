import type { Context } from "../../platform/context.ts";

const KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes jobs that ended more than 90 days ago, with the outcomes of their photos. */
export async function pruneIndexingJobs({ db, clock }: Context): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("indexing_jobs")
    .where("finished_at", "<", new Date(clock.now().getTime() - KEPT_MS))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
