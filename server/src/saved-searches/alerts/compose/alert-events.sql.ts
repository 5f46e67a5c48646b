import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import type { AlertChannel, EventKind } from "../../saved-searches.schemas.ts";

export type AlertEvent = {
  id: number;
  alert_id: number;
  listing_id: number;
  kinds: EventKind[];
  search_ids: number[];
  of_favorite: boolean;
  from_price: number | null;
  /** The listing's status after the change. */
  status: string;
  occurred_at: Date;
};

/**
 * What alerts of a channel are to tell, newest first.
 *
 * Index: search_events_email_alert, search_events_push_alert. Expected: some dozen rows for each alert, at most 500.
 */
export async function alertEvents(
  db: Db,
  channel: AlertChannel,
  alertIds: readonly number[],
): Promise<AlertEvent[]> {
  const column = channel === "email" ? sql.ref("email_alert_id") : sql.ref("push_alert_id");
  const { rows } = await sql<AlertEvent>`
    select id, ${column} as alert_id, listing_id, kinds, search_ids, of_favorite, from_price, status, occurred_at
    from search_events
    where ${column} = any(${alertIds}::bigint[])
      and pending
    order by occurred_at desc, id desc`.execute(db);
  return rows;
}
