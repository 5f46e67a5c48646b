import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Move } from "./stop-for-stage.sql.ts";

/**
 * Resumes enrollments that an agreement had stopped, when the contract is voided: at the waiting step, not before now.
 * Sequences that were turned off since, or that lost that step, have nothing to resume (`enrollments-of.ts`). The
 * count of failures in a row is kept: only a sent mail or a new run resets it (SPEC: Drip sequence).
 *
 * Index: drip_enrollments_lead. Expected: a handful of rows.
 */
export async function resumeAfterVoid(db: Db, { leadId, at }: Omit<Move, "stage">): Promise<void> {
  await sql`
    update drip_enrollments
    set
      status = 'active',
      stopped_reason = null,
      stopped_at = null,
      next_step_position = resumes_at_position,
      next_send_at = greatest(resumes_send_at, ${at}::timestamptz),
      resumes_at_position = null,
      resumes_send_at = null
    where lead_id = ${leadId}
      and status = 'stopped'
      and resumes_at_position is not null`.execute(db);
}
