import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/** `current`: the photo that is next; null when there is none. */
export type Tally = { processed: number; failed: number; current: number | null };

/**
 * The progress of a job in one consistent snapshot.
 *
 * Index: indexing_job_images_pkey, indexing_job_images_to_come. Expected: some thousand rows.
 */
export async function tallyOf(db: Db, jobId: string): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select count(outcome)::float8 as processed,
      (count(*) filter (where outcome = 'failed'))::float8 as failed,
      (
        select photo_id::float8
        from indexing_job_images
        where job_id = ${jobId}::uuid
          and outcome is null
        order by position
        limit 1
      ) as current
    from indexing_job_images
    where job_id = ${jobId}::uuid`.execute(db);
  return rows[0] as Tally;
}
