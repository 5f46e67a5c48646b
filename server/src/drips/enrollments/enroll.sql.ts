import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Entry = { sequenceIds: readonly number[]; leadId: number; stage: string };

/**
 * Enrolls leads in the sequences that have steps and that they were never enrolled in; the first step is due after its
 * delay.
 *
 * A separate statement after the locking one, so that it sees the steps after an edit.
 *
 * Index: drip_steps_pkey. Expected: at most 100 rows a lead.
 *
 * @returns how many.
 */
export async function enroll(db: Db, entries: readonly Entry[], at: Date): Promise<number> {
  const pairs = entries.flatMap(({ sequenceIds, ...lead }) =>
    sequenceIds.map((sequenceId) => ({ sequenceId, ...lead })),
  );
  const { numAffectedRows = 0n } = await sql`
    insert into drip_enrollments (sequence_id, lead_id, enrolled_at, enrolled_state, next_step_position, next_send_at)
    select sequence_id, lead_id, ${at}, stage, 1, ${at}::timestamptz + delay_days * interval '24 hours'
    from unnest(
      ${pairs.map(({ sequenceId }) => sequenceId)}::integer[],
      ${pairs.map(({ leadId }) => leadId)}::integer[],
      ${pairs.map(({ stage }) => stage)}::text[]
    ) as entry (sequence_id, lead_id, stage)
    join drip_steps using (sequence_id)
    where position = 1
    order by lead_id, sequence_id
    on conflict (sequence_id, lead_id) do nothing`.execute(db);
  return Number(numAffectedRows);
}
