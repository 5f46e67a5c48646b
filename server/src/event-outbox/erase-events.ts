import { sql } from "kysely";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";

/**
 * Deletes undelivered events about a person: those of their leads, which must be locked, and those that contain their
 * address in the brokerage. The table is nearly empty, so a sequential scan is fine.
 */
export async function erasePersonEvents(
  { db }: { db: Db },
  { brokerageId, email }: DataSubject,
  leadIds: readonly number[],
): Promise<void> {
  await sql`
    delete from event_outbox
    where brokerage_id = ${brokerageId}
      and (data ->> 'lead_id' = any(${leadIds.map(String)}::text[]) or ${isAddress(sql`data ->> 'email'`, email)})`.execute(
    db,
  );
}

/** Deletes undelivered events about one lead, which must be locked, and its tours. */
export async function eraseLeadEvents(
  { db }: { db: Db },
  lead: { id: number; brokerage_id: number },
): Promise<void> {
  await sql`
    delete from event_outbox
    where brokerage_id = ${lead.brokerage_id}
      and data ->> 'lead_id' = ${String(lead.id)}`.execute(db);
}
