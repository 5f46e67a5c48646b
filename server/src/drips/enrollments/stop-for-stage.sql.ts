import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Move = { leadId: number; stage: string; at: Date };

/**
 * Ends what a lead is enrolled in that stops with the stage it was enrolled in; in COMMITTED everything, and what had begun
 * in QUALIFIED keeps where it would go on (decisions.md: Drips). The lead's enrollments must be held.
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
