import { sql } from "kysely";
import { isClaimed } from "../../leases/index.ts";
import type { Db } from "../../platform/database/database.ts";

/**
 * Claims the next due pictures for the holder of a lease: no other worker enriches them while the lease is held.
 *
 * Index: image_enrichments_due, which stops at the limit; leases_holder_key. Expected: 16, besides those that other
 * workers have claimed.
 */
export async function claimDue(
  db: Db,
  { holder, now, limit }: { holder: string; now: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update image_enrichments
    set claimed_by = ${holder}::uuid
    where id = any(array(
      select id
      from image_enrichments
      where status <> 'enriched'
        and retry_at <= ${now}
        and not ${isClaimed("claimed_by")}
      order by retry_at, id
      limit ${limit}
      for update skip locked
    ))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
