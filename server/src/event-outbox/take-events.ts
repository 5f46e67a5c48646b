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
 * Removes the earliest events from the outbox and returns them, in the caller's transaction. The caller must hold a
 * lock that allows one process at a time, which keeps the order.
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

/** Whether the outbox has events. Index: event_outbox_pkey, or a scan of the nearly empty table. */
export async function hasEvents(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_any: boolean }>`select exists (select from event_outbox) as is_any`.execute(
    db,
  );
  return rows[0]?.is_any === true;
}
