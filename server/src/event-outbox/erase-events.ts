import { sql } from "kysely";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";

/**
 * Removes what is still to be told about somebody: of their leads, which must be held, and whatever names their address in
 * their brokerage. The table is all but empty, so it is read as a whole.
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

/** The same of one lead, which must be held, and its tours. */
export async function eraseLeadEvents(
  { db }: { db: Db },
  lead: { id: number; brokerage_id: number },
): Promise<void> {
  await sql`
    delete from event_outbox
    where brokerage_id = ${lead.brokerage_id}
      and data ->> 'lead_id' = ${String(lead.id)}`.execute(db);
}
