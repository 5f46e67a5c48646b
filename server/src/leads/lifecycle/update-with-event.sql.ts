import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { LeadEvents, Leads } from "../../platform/database/types.generated.ts";
import { type LeadRow, leadRowColumns } from "../lead-row.ts";

/**
 * Updates a lead, and writes the timeline row of the change. The lead must be locked, or new.
 *
 * Index: leads_pkey. Expected: one row in each table.
 */
export async function updateWithEvent(
  db: Db,
  leadId: number,
  columns: Updateable<Leads>,
  event: Omit<Insertable<LeadEvents>, "lead_id">,
): Promise<{ lead: LeadRow; eventId: number }> {
  const { event_id, ...lead } = await db
    .with("stored_event", (db) =>
      db
        .insertInto("lead_events")
        .values({ lead_id: leadId, ...event })
        .returning("id as event_id"),
    )
    .updateTable("leads")
    .from("stored_event")
    .set(columns)
    .where("leads.id", "=", leadId)
    .returning(leadRowColumns.map((name) => `leads.${name}` as const))
    .returning("event_id")
    .executeTakeFirstOrThrow();
  return { lead: lead as LeadRow, eventId: event_id };
}
