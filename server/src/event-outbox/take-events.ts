import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { EventName } from "./announce.ts";

/** A stored event. */
export type OutboxEvent = {
  id: number;
  event: EventName;
  brokerage_id: number | null;
  source_id: number | null;
  subject: string;
  data: Record<string, unknown>;
  occurred_at: Date;
};

/**
 * Removes the earliest events from the outbox and returns them, in the caller's transaction: those that are not held back, and that
 * follow no held event of their subject. The caller must hold a lock that allows one process at a time, which keeps the order.
 *
 * Index: event_outbox_pkey, which stops at the limit; event_outbox_held.
 */
export async function takeEvents(db: Db, limit: number, now: Date): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    with taken as (
      delete from event_outbox
      where id = any(array(
        select id
        from event_outbox as due
        where (held_until is null or held_until <= ${now})
          and not exists (
            select from event_outbox as held
            where held.subject = due.subject and held.id < due.id and held.held_until > ${now}
          )
        order by id
        limit ${limit}
      ))
      returning id, event, brokerage_id, source_id, subject, data, occurred_at
    )
    select * from taken order by id`.execute(db);
  return rows;
}

/** Whether the outbox has events that are not held back. Index: event_outbox_pkey, or a scan of the nearly empty table. */
export async function hasEvents(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`
    select exists (select from event_outbox where held_until is null or held_until <= ${now}) as is_any`.execute(
    db,
  );
  return rows[0]?.is_any === true;
}

/** Drops held events of a change that is undone, of one subject. Index: event_outbox_held. */
export async function dropHeldEvents(
  { db }: { db: Db },
  { by, subject, events }: { by: string; subject: string; events: readonly EventName[] },
): Promise<void> {
  await sql`
    delete from event_outbox
    where held_until is not null
      and subject = ${subject}
      and held_by = ${by}
      and event = any(${events}::text[])`.execute(db);
}
