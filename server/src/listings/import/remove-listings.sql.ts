import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { isPublicWithoutRules } from "../statuses.ts";

/**
 * Removes listings as their source would, where they are unchanged since `revision` but for the rules of the source, and notes it in
 * their histories under that day. Must be called under the lock of the change log.
 *
 * Index: listings_pkey. Expected: up to 1,000 rows.
 *
 * @returns how many were removed.
 */
export async function removeListings(
  db: Db,
  { ids, revision, day }: { ids: number[]; revision: number; day: string },
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with before as (
      select id, list_price, ${isPublicWithoutRules} as was_shown
      from listings
      where id = any(${ids}::bigint[])
        and status <> 'Delete'
        and content_revision <= ${revision}
    ), removed as (
      update listings
      set status = 'Delete', updated_at = now()
      from before
      where listings.id = before.id
      returning listings.id, before.list_price, before.was_shown
    ), noted as (
      insert into listing_history (listing_id, event, occurred_on, price, status, was_shown)
      select id, 'status_changed', ${day}::date, list_price, 'Delete', was_shown
      from removed
      on conflict (listing_id, event, occurred_on, price, status) do update
      set id = default, was_shown = listing_history.was_shown or excluded.was_shown
    )
    select count(*)::integer as removed
    from removed`.execute(db);
  return (rows[0] as { removed: number }).removed;
}
