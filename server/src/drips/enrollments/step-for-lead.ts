import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

export type StepForLead = { position: number; subject_template: string; body_template: string };

/**
 * The step of a sequence at a position; without a position, the step that the lead waits for, or the first if it is
 * not active in the sequence.
 *
 * @returns null when there is no such step.
 */
export async function stepForLead(
  db: Db,
  { sequenceId, leadId, position }: { sequenceId: number; leadId: number; position: number | null },
): Promise<StepForLead | null> {
  const waitsFor = db
    .selectFrom("drip_enrollments")
    .select("next_step_position")
    .where("sequence_id", "=", sequenceId)
    .where("lead_id", "=", leadId)
    .where("status", "=", "active");
  const step = await db
    .selectFrom("drip_steps")
    .select(["position", "subject_template", "body_template"])
    .where("sequence_id", "=", sequenceId)
    .where("position", "=", sql<number>`coalesce(${position}::integer, ${waitsFor}, 1)`)
    .executeTakeFirst();
  return step ?? null;
}
