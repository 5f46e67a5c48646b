import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Trigger = {
  brokerageId: number;
  stage: string;
  /** Null: sequences of all pipelines. */
  onlyPipeline: string | null;
};

export type TriggeredSequence = { id: number; pipeline_type: string | null };

/**
 * The active sequences that a stage triggers, locked until the transaction ends: a lead that enters the stage while a
 * sequence is turned off is either stopped with it or not enrolled.
 *
 * Index: drip_sequences_trigger. Expected: at most 100 rows.
 */
export async function lockTriggered(
  db: Db,
  { brokerageId, stage, onlyPipeline }: Trigger,
): Promise<TriggeredSequence[]> {
  const { rows } = await sql<TriggeredSequence>`
    select id, pipeline_type
    from drip_sequences
    where brokerage_id = ${brokerageId}
      and trigger_state = ${stage}
      and active
      and (${onlyPipeline}::text is null or pipeline_type is null or pipeline_type = ${onlyPipeline})
    order by id
    for key share`.execute(db);
  return rows;
}
