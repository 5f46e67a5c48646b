import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type Trigger = {
  brokerageId: number;
  stage: string;
  /** Null: sequences of both pipelines. */
  onlyPipeline: string | null;
};

/**
 * The active sequences that a stage triggers, held so that nobody edits them before the transaction ends: who comes into
 * the stage while one is turned off is stopped with it, or never on it.
 *
 * Index: drip_sequences_trigger. Expected: at most 100 rows.
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
