import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";

export type PendingDrop = { id: number; client_id: number; listing_id: number };

/**
 * Price drops of these listings that wait to be told, in alerts that are not being sent.
 *
 * Index: search_events_pending, search_alerts_pkey. Expected: a few rows for each listing.
 */
export async function pendingDrops(db: Db, listingIds: readonly number[]): Promise<PendingDrop[]> {
  const { rows } = await sql<PendingDrop>`
    select search_events.id, search_events.client_id, listing_id
    from search_events
    where pending
      and listing_id = any(${listingIds}::bigint[])
      and from_price is not null
      and not exists (
        select from search_alerts
        where search_alerts.id in (email_alert_id, push_alert_id)
          and state <> 'open'
      )`.execute(db);
  return rows;
}

/** Adds the searches that a further drop is told for. Index: search_events_pkey. Expected: as many rows. */
export async function mergeDrops(
  db: Db,
  drops: readonly { id: number; searchIds: readonly number[]; ofFavorite: boolean }[],
): Promise<void> {
  if (drops.length === 0) return;
  const rows = drops.map(({ id, searchIds, ofFavorite }) => ({
    id,
    search_ids: searchIds,
    of_favorite: ofFavorite,
  }));
  await sql`
    update search_events
    set
      search_ids = array(select distinct each from unnest(search_events.search_ids || merged.search_ids) as each order by each),
      of_favorite = search_events.of_favorite or merged.of_favorite
    from json_to_recordset(${toJsonb(rows)}::json) as merged (id bigint, search_ids integer[], of_favorite boolean)
    where search_events.id = merged.id`.execute(db);
}
