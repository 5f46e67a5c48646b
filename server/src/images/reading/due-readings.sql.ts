import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { ReadingModels } from "./reading-models.ts";

/** A picture whose turn it is, and what of it is there already. */
export type DueReading = {
  id: number;
  url: string;
  caption: string | null;
  image_of: string | null;
  failures_in_row: number;
  /** What these models said of it; null: somebody else's words, or nobody's. */
  description: string | null;
  has_visual: boolean;
  /** Of what it says now. */
  has_meaning: boolean;
};

/**
 * The next pictures to be read, in turn.
 *
 * Index: image_readings_due, which stops at the limit; image_vectors_pkey.
 */
export async function dueReadings(
  db: Db,
  { models, now, limit }: { models: ReadingModels; now: Date; limit: number },
): Promise<DueReading[]> {
  const { rows } = await sql<DueReading>`
    select id, url, caption, image_of, failures_in_row,
      case when vision_model = ${models.vision} then readings.description end as description,
      visual.reading_id is not null as has_visual,
      meaning.reading_id is not null and coalesce(vision_model = ${models.vision}, false) as has_meaning
    from image_readings readings
    left join image_vectors visual on visual.reading_id = id
      and visual.kind = 'visual' and visual.model = ${models.visual}
    left join image_vectors meaning on meaning.reading_id = id
      and meaning.kind = 'description' and meaning.model = ${models.description}
    where status <> 'read'
      and retry_at <= ${now}
    order by retry_at, id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * Has pictures that other models have read wait to be read anew, some at a time.
 *
 * Index: image_readings_read_by, of which both ends are read: none of it as long as no model has changed.
 */
export async function queueReadByOthers(
  db: Db,
  { readBy, now, limit }: { readBy: string; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update image_readings
    set status = 'pending', failures_in_row = 0, retry_at = ${now}
    where id in (
      select id
      from image_readings
      where status = 'read'
        and (read_by < ${readBy} or read_by > ${readBy})
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
