import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { JobImage } from "../choice/images-of-listings.ts";

/** An unfinished job and the state of its lease. */
export type OpenJob = { id: string; force: boolean; held_until: Date | null };

/** The waiting or running job; there is at most one. Index: indexing_jobs_one_at_a_time. */
export function openJob(db: Db): Promise<OpenJob | undefined> {
  return db
    .selectFrom("indexing_jobs")
    .select(["id", "force", "held_until"])
    .where("status", "in", ["queued", "running"])
    .executeTakeFirst();
}

export type NewJob = { requestedBy: string; force: boolean; images: readonly JobImage[]; now: Date };

/**
 * Stores a job with its photos; a job without photos is stored as done.
 *
 * @returns its id; null when another job is open.
 */
export async function storeJob(db: Db, { requestedBy, force, images, now }: NewJob): Promise<string | null> {
  const ended = images.length === 0 ? now : null;
  const { rows } = await sql<{ id: string }>`
    insert into indexing_jobs (status, requested_by, force, total, created_at, started_at, finished_at)
    values (${ended ? "completed" : "queued"}, ${requestedBy}, ${force}, ${images.length}, ${now}, ${ended}, ${ended})
    on conflict ((true)) where status in ('queued', 'running') do nothing
    returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await sql`
    insert into indexing_job_images (job_id, position, photo_id, listing_id, enrichment_id)
    select ${id}::uuid, nth - 1, photo_id, listing_id, enrichment_id
    from unnest(
      ${images.map(({ photoId }) => photoId)}::bigint[],
      ${images.map(({ listingId }) => listingId)}::bigint[],
      ${images.map(({ enrichmentId }) => enrichmentId)}::integer[]
    ) with ordinality as given (photo_id, listing_id, enrichment_id, nth)`.execute(db);
  return id;
}

export type Lease = { jobId: string; heldBy: string };

/** Takes the job if no process holds it, or if its lease has expired. */
export async function takeLease(
  db: Db,
  { jobId, heldBy }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("indexing_jobs")
    .set(({ fn, val }) => ({
      status: "running",
      held_by: heldBy,
      held_until: until,
      started_at: fn.coalesce("started_at", val(now)),
    }))
    .where("id", "=", jobId)
    .where("status", "in", ["queued", "running"])
    .where((where) => where.or([where("held_until", "is", null), where("held_until", "<=", now)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Renews the lease, or releases it (null). False: another process holds it. */
export async function renewLease(db: Db, { jobId, heldBy }: Lease, until: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("indexing_jobs")
    .set({ held_until: until, ...(until === null && { held_by: null }) })
    .where("id", "=", jobId)
    .where("held_by", "=", heldBy)
    .where("status", "=", "running")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The pictures of the job's next photos. Index: indexing_job_images_to_come, which stops at the limit. */
export async function nextPictures(db: Db, jobId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("indexing_job_images")
    .select("enrichment_id")
    .where("job_id", "=", jobId)
    .where("outcome", "is", null)
    .orderBy("position")
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ enrichment_id }) => enrichment_id))];
}

export type PictureOutcome = { enrichmentId: number; outcome: "enriched" | "failed"; error: string | null };

/** Stores the outcome of pictures for each photo that shows one. Index: indexing_job_images_to_come. */
export async function storeOutcomes(
  db: Db,
  jobId: string,
  outcomes: readonly PictureOutcome[],
): Promise<void> {
  await sql`
    update indexing_job_images
    set outcome = given.outcome, error = given.error
    from unnest(
      ${outcomes.map(({ enrichmentId }) => enrichmentId)}::integer[],
      ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ error }) => error)}::text[]
    ) as given (enrichment_id, outcome, error)
    where job_id = ${jobId}::uuid
      and indexing_job_images.outcome is null
      and indexing_job_images.enrichment_id = given.enrichment_id`.execute(db);
}

/** Photos per second of the last job that enriched any; null without such a job. */
export async function lastPace(db: Db): Promise<number | null> {
  const { rows } = await sql<{ pace: number }>`
    select total / greatest(extract(epoch from finished_at - started_at), 0.1)::float8 as pace
    from indexing_jobs
    where status in ('completed', 'partial') and total > 0
    order by finished_at desc
    limit 1`.execute(db);
  return rows[0]?.pace ?? null;
}
