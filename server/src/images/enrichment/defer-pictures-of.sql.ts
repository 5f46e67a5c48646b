import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * Defers due pictures of a host that does not answer: otherwise each would be claimed, refused and deferred in its batch.
 *
 * Index: image_enrichments_due, all that are due. Expected: up to `limit`, once for each backoff of a host.
 *
 * @returns how many were deferred.
 */
export async function deferPicturesOf(
  db: Db,
  { host, now, until, limit }: { host: string; now: Date; until: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update image_enrichments
    set retry_at = ${until}
    where id = any(array(
      select id
      from image_enrichments
      where status <> 'enriched'
        and retry_at <= ${now}
        and lower(split_part(url, '/', 3)) = ${host}
      limit ${limit}
      for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
