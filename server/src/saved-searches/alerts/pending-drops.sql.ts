import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { AlertChannel } from "../saved-searches.schemas.ts";

/** `email`, `push`: whether it waits to be told by that channel, in an alert that is not being sent. */
export type PendingDrop = { id: number; client_id: number; listing_id: number } & Record<
  AlertChannel,
  boolean
>;

/**
 * Price drops of these listings that wait to be told.
 *
 * Index: search_events_pending, search_alerts_pkey. Expected: a few rows for each listing.
 */
export async function pendingDrops(db: Db, listingIds: readonly number[]): Promise<PendingDrop[]> {
  const { rows } = await sql<PendingDrop>`
    select search_events.id, search_events.client_id, listing_id, coalesce(email.state = 'open', false) as email,
      coalesce(push.state = 'open', false) as push
    from search_events
    left join search_alerts as email on email.id = email_alert_id
    left join search_alerts as push on push.id = push_alert_id
    where pending
      and listing_id = any(${listingIds}::bigint[])
      and from_price is not null`.execute(db);
  return rows;
}

export type MergedDrop = { id: number; searchIds: readonly number[]; ofFavorite: boolean };

/** Adds the searches that a further drop is told for. Index: search_events_pkey. Expected: as many rows. */
export async function mergeDrops(db: Db, drops: readonly MergedDrop[]): Promise<void> {
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
