import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Joined = { sequenceIds: readonly number[]; leadIds: readonly number[]; since: Date };

/**
 * The sequences in which one of the leads is active, or was enrolled since then. Enrollments stopped by an opt-out do
 * not count: a lead that has opted out is enrolled and stopped at once.
 *
 * Index: drip_enrollments_sequence_id_lead_id_key, or drip_enrollments_lead. Expected: a handful of rows.
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
