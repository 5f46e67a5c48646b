import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DueEnrollment } from "./due-enrollment.ts";

export type DueStep = { position: number; subject_template: string; body_template: string };

/**
 * The step to send for each enrollment: the one at its position now, else the next one; none after the last step
 * (SPEC: Drip sequence).
 *
 * Index: drip_enrollments_pkey, drip_steps_pkey. Expected: at most one row for each enrollment.
 */
export async function dueSteps(db: Db, due: readonly DueEnrollment[]): Promise<Map<number, DueStep>> {
  const ids = due.map(({ id }) => id);
  const { rows } = await sql<DueStep & { id: number }>`
    select drip_enrollments.id, step.position, step.subject_template, step.body_template
    from drip_enrollments cross join lateral (
      select position, subject_template, body_template
      from drip_steps
      where drip_steps.sequence_id = drip_enrollments.sequence_id and position >= next_step_position
      order by position
      limit 1
    ) as step
    where drip_enrollments.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...step }) => [id, step]));
}
