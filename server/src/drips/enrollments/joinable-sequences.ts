import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DripSequence } from "../drips.schemas.ts";

/** A sequence that a lead can be enrolled in: its purpose and its length. */
export type JoinableSequence = Pick<
  DripSequence,
  "id" | "name" | "description" | "trigger_state" | "pipeline_type"
> & { step_count: number; total_days: number };

type Joining = {
  brokerageId: number;
  leadId: number;
  /** Null: sequences of all pipelines. */
  onlyPipeline: string | null;
};

/**
 * The sequences in which a lead can be enrolled now, by name: turned on, with steps, and without an active enrollment
 * of the lead.
 */
export async function joinableSequences(
  db: Db,
  { brokerageId, leadId, onlyPipeline }: Joining,
): Promise<JoinableSequence[]> {
  const rows = await db
    .selectFrom("drip_sequences")
    .innerJoin("drip_steps", "drip_steps.sequence_id", "drip_sequences.id")
    .where("brokerage_id", "=", brokerageId)
    .where("active", "=", true)
    .where(({ eb, exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("drip_enrollments")
            .select("drip_enrollments.id")
            .where("drip_enrollments.sequence_id", "=", eb.ref("drip_sequences.id"))
            .where("lead_id", "=", leadId)
            .where("status", "=", "active"),
        ),
      ),
    )
    .$if(onlyPipeline !== null, (query) =>
      query.where(({ eb, or }) =>
        or([eb("pipeline_type", "is", null), eb("pipeline_type", "=", onlyPipeline)]),
      ),
    )
    .groupBy("drip_sequences.id")
    .select(({ fn }) => [
      "drip_sequences.id",
      "name",
      "description",
      "trigger_state",
      "pipeline_type",
      fn.countAll<number>().as("step_count"),
      fn.sum<number>("delay_days").as("total_days"),
    ])
    .orderBy(sql`lower(name)`)
    .execute();
  return rows as JoinableSequence[];
}
