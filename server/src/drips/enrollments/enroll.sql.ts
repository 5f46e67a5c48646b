import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Entry = { sequenceIds: number[]; leadId: number; stage: string; at: Date };

/**
 * Enrolls a lead in the sequences that have steps and that it was never enrolled in; the first step is due after its
 * delay.
 *
 * A separate statement after the locking one, so that it sees the steps after an edit.
 *
 * Index: drip_steps_pkey. Expected: at most 100 rows.
 *
 * @returns how many.
 */
export async function enroll(db: Db, { sequenceIds, leadId, stage, at }: Entry): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into drip_enrollments (sequence_id, lead_id, enrolled_at, enrolled_state, next_step_position, next_send_at)
    select sequence_id, ${leadId}, ${at}, ${stage}, 1, ${at}::timestamptz + delay_days * interval '24 hours'
    from drip_steps
    where sequence_id = any(${sequenceIds}) and position = 1
    order by sequence_id
    on conflict (sequence_id, lead_id) do nothing`.execute(db);
  return Number(numAffectedRows);
}
