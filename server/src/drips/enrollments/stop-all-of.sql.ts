import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Why a lead may get no marketing mail (SPEC: Drip enrollment, stop reasons). */
export type NoMarketing = "unsubscribed" | "flagged";

type Stop = { leadId: number; reason: NoMarketing; at: Date };

/**
 * Stops a lead's enrollments; those that are stopped already keep their reason and time.
 *
 * Index: drip_enrollments_lead. Expected: a handful of rows.
 */
export async function stopAllOf(db: Db, { leadId, reason, at }: Stop): Promise<void> {
  await sql`
    update drip_enrollments
    set
      status = 'stopped',
      stopped_reason = case when status = 'active' then ${reason} else stopped_reason end,
      stopped_at = case when status = 'active' then ${at}::timestamptz else stopped_at end,
      next_step_position = null,
      next_send_at = null,
      claimed_until = null,
      resumes_at_position = null,
      resumes_send_at = null
    where lead_id = ${leadId}
      and (status = 'active' or resumes_at_position is not null)`.execute(db);
}
