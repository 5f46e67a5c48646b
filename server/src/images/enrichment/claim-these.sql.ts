import { sql } from "kysely";
import { isClaimed } from "../../leases/index.ts";
import type { Db } from "../../platform/database/database.ts";

/**
 * Claims those of these pictures that no other worker has claimed, and returns which no longer exist.
 *
 * Index: image_enrichments_pkey, leases_holder_key. Expected: some dozens of rows.
 */
export async function claimThese(
  db: Db,
  { holder, ids }: { holder: string; ids: readonly number[] },
): Promise<{ claimed: number[]; gone: number[] }> {
  const { rows } = await sql<{ id: number; is_claimed: boolean }>`
    with claimed as (
      update image_enrichments
      set claimed_by = ${holder}::uuid
      where id = any(array(
        select id
        from image_enrichments
        where id = any(${ids}::integer[])
          and not ${isClaimed("claimed_by")}
        order by id
        for update skip locked
      ))
      returning id
    )
    select id, id in (select id from claimed) as is_claimed
    from image_enrichments
    where id = any(${ids}::integer[])`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return {
    claimed: rows.filter(({ is_claimed }) => is_claimed).map(({ id }) => id),
    gone: ids.filter((id) => !there.has(id)),
  };
}
