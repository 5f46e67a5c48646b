import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

type Move = { leadId: number; stage: string; at: Date };

/**
 * Stops a lead's enrollments that end with the stage they began in; in COMMITTED all of them, and those that began in
 * QUALIFIED keep the position at which they would resume (decisions.md: Drips). Index drip_enrollments_lead. The
 * lead's enrollments must be locked.
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
 * Resumes enrollments that an agreement had stopped, when the contract is voided: at the waiting step, not before now.
 * Sequences that were turned off since, or that lost that step, have nothing to resume (`enrollments-of.ts`). The
 * count of failures in a row is kept: only a sent mail or a new run resets it (SPEC: Drip sequence).
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

/** Clears the position to resume at: the lead has left the agreement in another way than by a voided contract. */
export async function clearResumption(db: Db, leadId: number): Promise<void> {
  await sql`
    update drip_enrollments
    set resumes_at_position = null, resumes_send_at = null
    where lead_id = ${leadId} and resumes_at_position is not null`.execute(db);
}
