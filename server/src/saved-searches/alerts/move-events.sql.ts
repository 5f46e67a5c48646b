import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { EventKind } from "../saved-searches.schemas.ts";

export type WaitingEvent = {
  id: number;
  kinds: EventKind[];
  search_ids: number[];
  of_favorite: boolean;
  ready_at: Date;
};

/**
 * Events of a client in alerts that are not due yet. An event with an alert that is due, or is being sent, is left out.
 *
 * Index: search_events_pending_client, search_alerts_pkey. Expected: some dozen rows, some hundred at most.
 */
export async function waitingEvents(db: Db, clientId: number, now: Date): Promise<WaitingEvent[]> {
  const { rows } = await sql<WaitingEvent>`
    select id, kinds, search_ids, of_favorite, ready_at
    from search_events
    where client_id = ${clientId}
      and pending
      and not exists (
        select from search_alerts
        where search_alerts.id in (email_alert_id, push_alert_id)
          and (state <> 'open' or due_at <= ${now})
      )
    order by id`.execute(db);
  return rows;
}

export type MovedEvent = { id: number; email: number | null; push: number | null };

/** Moves events to other alerts; without one, an event does not wait any more. Index: search_events_pkey. Expected: some hundred rows. */
export async function moveEvents(db: Db, events: readonly MovedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`
    update search_events
    set
      email_alert_id = moved.email,
      push_alert_id = moved.push,
      pending = coalesce(moved.email, moved.push) is not null
    from json_to_recordset(${toJsonb(events)}::json) as moved (id bigint, email bigint, push bigint)
    where search_events.id = moved.id`.execute(db);
}

/**
 * Ends the open alerts of a client that are not due yet and have nothing to tell.
 *
 * Index: search_alerts_client, search_events_email_alert, search_events_push_alert. Expected: a few rows.
 *
 * @returns their ids.
 */
export async function dropEmptyAlerts(db: Db, clientId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update search_alerts
    set state = 'dropped', finished_at = ${now}
    where client_id = ${clientId}
      and state = 'open'
      and finished_at is null
      and due_at > ${now}
      and not exists (select from search_events where email_alert_id = search_alerts.id and pending)
      and not exists (select from search_events where push_alert_id = search_alerts.id and pending)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}
