import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { Behaviour, VisitorEvent } from "../inference/events.ts";

type Row = { id: string; type: string; occurred_at: Date; data: object; is_new: boolean };
export type StoredEvents = { all: VisitorEvent[]; added: VisitorEvent[] };

/**
 * Inserts the session's new events, skips those that exist, and reads all of them, in one statement.
 *
 * Index: visitor_events_pkey. Expected: at most MAX_EVENTS new rows and MAX_EVENTS_PER_SESSION old ones. The second
 * half reads the table as it was before the insert, so the two halves do not overlap. Rejected: two statements, which
 * cost another round trip.
 */
export async function storeEvents(db: Db, sessionId: string, events: VisitorEvent[]): Promise<StoredEvents> {
  const { rows } = await sql<Row>`
    with added as (
      insert into visitor_events (session_id, id, type, occurred_at, data)
      select ${sessionId}::uuid, id, type, occurred_at, data
      from unnest(
        ${events.map(({ id }) => id)}::text[],
        ${events.map(({ type }) => type)}::text[],
        ${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
        ${events.map(dataOf)}::jsonb[]
      ) as reported (id, type, occurred_at, data)
      on conflict do nothing
      returning id, type, occurred_at, data
    )
    select id, type, occurred_at, data, true as is_new
    from added
    union all
    select id, type, occurred_at, data, false
    from visitor_events
    where session_id = ${sessionId}::uuid`.execute(db);
  const all = rows.map(toEvent);
  return { all, added: all.filter((_, index) => (rows[index] as Row).is_new) };
}

function dataOf({ id: _id, type: _type, occurredAt: _at, ...data }: VisitorEvent): string {
  return toJsonb(data);
}

function toEvent({ id, type, occurred_at: occurredAt, data }: Row): VisitorEvent {
  return { ...(data as Behaviour), type, id, occurredAt } as VisitorEvent;
}
