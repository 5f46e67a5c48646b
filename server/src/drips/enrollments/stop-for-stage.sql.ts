import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Move = { leadId: number; stage: string; at: Date };

/**
 * Stops a lead's enrollments that end with the stage they began in; in COMMITTED all of them, and those that began in
 * QUALIFIED keep the position at which they would resume (decisions.md: Drips). The lead's
 * enrollments must be locked.
 *
 * Index: drip_enrollments_lead. Expected: a handful of rows.
 */
export async function stopForStage(db: Db, { leadId, stage, at }: Move): Promise<void> {
  await sql`
    update drip_enrollments
    set
      status = 'stopped',
      stopped_reason = 'state_changed',
      stopped_at = ${at},
      resumes_at_position = case when ${stage} = 'COMMITTED' and enrolled_state = 'QUALIFIED' then next_step_position end,
      resumes_send_at = case when ${stage} = 'COMMITTED' and enrolled_state = 'QUALIFIED' then next_send_at end,
      next_step_position = null,
      next_send_at = null,
      claimed_until = null
    from drip_sequences
    where drip_sequences.id = drip_enrollments.sequence_id
      and lead_id = ${leadId}
      and status = 'active'
      and (${stage} = 'COMMITTED' or (enrolled_state <> ${stage} and stop_on_state_change))`.execute(db);
}
