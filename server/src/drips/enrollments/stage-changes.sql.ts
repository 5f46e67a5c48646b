import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type Move = { leadId: number; stage: string; at: Date };

/**
 * Ends what a lead is enrolled in that stops with the stage it was enrolled in; in COMMITTED everything, and what had begun
 * in QUALIFIED keeps where it would go on (decisions.md: Drips). Index drip_enrollments_lead. The lead's enrollments must be
 * held.
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

/**
 * Takes up again what an agreement has stopped, once the contract is voided: at the waiting step, not before now. Of a
 * sequence that was turned off since, or cut short before that step, there is nothing left to take up (`enrollments-of.ts`).
 * Its failures are still in a row: only a mail that leaves, or a new run, begins them anew (SPEC: Drip sequence).
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

/** What an agreement has stopped stays so: the lead has left it otherwise than by a voided contract. */
export async function clearResumption(db: Db, leadId: number): Promise<void> {
  await sql`
    update drip_enrollments
    set resumes_at_position = null, resumes_send_at = null
    where lead_id = ${leadId} and resumes_at_position is not null`.execute(db);
}
