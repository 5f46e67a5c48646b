import { sql } from "kysely";
import type { Db } from "../platform/database/database.ts";
import type { EventName } from "./event-names.ts";

/** What was announced, as it is passed on. */
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
 * Takes what was announced out of the outbox, the earliest first; with the transaction it is gone. One process at a time may
 * take, else the order is lost: the caller holds a lock.
 *
 * Index: event_outbox_pkey, which stops at the limit.
 */
export async function takeEvents(db: Db, limit: number): Promise<OutboxEvent[]> {
  const { rows } = await sql<OutboxEvent>`
    with taken as (
      delete from event_outbox
      where id = any(array(select id from event_outbox order by id limit ${limit}))
      returning id, event, brokerage_id, source_id, subject, data, occurred_at
    )
    select * from taken order by id`.execute(db);
  return rows;
}

/** Whether there is anything to take. Index: event_outbox_pkey, or nothing at all: the table is nearly always empty. */
export async function hasEvents(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`select exists (select from event_outbox) as is_any`.execute(
    db,
  );
  return rows[0]?.is_any === true;
}
