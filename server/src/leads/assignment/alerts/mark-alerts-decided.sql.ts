import { sql } from "kysely";
import type { Db } from "../../../platform/database/database.ts";

/**
 * Marks alerts as decided, for all leads of a batch. The leads must be locked.
 *
 * Index: leads_pkey. Expected: one row for each lead of the batch.
 */
export async function markAlertsDecided(
  db: Db,
  decided: { leadId: number; alerts: string[] }[],
): Promise<void> {
  if (decided.length === 0) return;
  await sql`
    update leads
    set alerts_decided = alerts_decided || string_to_array(decided.alerts, ' ')
    from
      unnest(
        ${decided.map(({ leadId }) => leadId)}::integer[],
        ${decided.map(({ alerts }) => alerts.join(" "))}::text[]
      ) as decided (lead_id, alerts)
    where leads.id = decided.lead_id`.execute(db);
}
