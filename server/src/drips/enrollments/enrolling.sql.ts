import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Trigger = {
  brokerageId: number;
  stage: string;
  /** Null: sequences of all pipelines. */
  onlyPipeline: string | null;
};

/**
 * The active sequences that a stage triggers, locked until the transaction ends: a lead that enters the stage while a
 * sequence is turned off is either stopped with it or not enrolled. Index drip_sequences_trigger; 100 rows at most.
 */
export async function lockTriggered(
  db: Db,
  { brokerageId, stage, onlyPipeline }: Trigger,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
    from drip_sequences
    where brokerage_id = ${brokerageId}
      and trigger_state = ${stage}
      and active
      and (${onlyPipeline}::text is null or pipeline_type is null or pipeline_type = ${onlyPipeline})
    order by id
    for key share`.execute(db);
  return rows.map(({ id }) => id);
}

type Entry = { sequenceIds: number[]; leadId: number; stage: string; at: Date };

/**
 * Enrolls a lead in the sequences that have steps and that it was never enrolled in; the first step is due after its
 * delay.
 *
 * A separate statement after the locking one, so that it sees the steps after an edit. Index drip_steps_pkey.
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

type Joined = { sequenceIds: readonly number[]; leadIds: readonly number[]; since: Date };

/**
 * The sequences in which one of the leads is active, or was enrolled since then. Enrollments stopped by an opt-out do
 * not count: a lead that has opted out is enrolled and stopped at once.
 *
 * Index drip_enrollments_sequence_id_lead_id_key, or drip_enrollments_lead; a handful of rows.
 */
export async function sequencesJoined(db: Db, { sequenceIds, leadIds, since }: Joined): Promise<number[]> {
  const { rows } = await sql<{ sequence_id: number }>`
    select distinct sequence_id
    from drip_enrollments
    where sequence_id = any(${sequenceIds}::integer[])
      and lead_id = any(${leadIds}::integer[])
      and (
        status = 'active'
        or (enrolled_at > ${since} and coalesce(stopped_reason, '') not in ('unsubscribed', 'flagged'))
      )`.execute(db);
  return rows.map(({ sequence_id }) => sequence_id);
}
