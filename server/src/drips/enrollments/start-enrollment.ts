import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { SequenceRow } from "../sequences/sequence-view.ts";
import { dueAfter, type EnrollmentRow, enrollmentColumns } from "./enrollment-row.ts";

export type StartedEnrollment = { before: EnrollmentRow | null; after: EnrollmentRow };

/**
 * Enrolls a lead manually, or restarts a completed or stopped enrollment: from step one, enrolled now, in the lead's
 * current stage (SPEC: Drip enrollment). Call it with the lead and the sequence locked.
 *
 * @throws AppError 409 when it is active already, and for a sequence that is turned off or has no steps.
 */
export async function startEnrollment(
  { db, clock }: Context,
  sequence: SequenceRow,
  lead: { id: number; stage: string },
): Promise<StartedEnrollment> {
  const earlier = await db
    .selectFrom("drip_enrollments")
    .select([...enrollmentColumns, "run"])
    .where("sequence_id", "=", sequence.id)
    .where("lead_id", "=", lead.id)
    .forUpdate()
    .executeTakeFirst();
  const firstDelay = await firstDelayOf(db, sequence.id);
  const refusal = enrollmentRefusal({
    isEnrolled: earlier?.status === "active",
    isTurnedOn: sequence.active,
    hasSteps: firstDelay !== null,
  });
  if (refusal !== null) throw new AppError("conflict", refusal);
  const now = clock.now();
  const started = {
    status: "active",
    enrolled_at: now,
    enrolled_state: lead.stage,
    next_step_position: 1,
    next_send_at: dueAfter(now, firstDelay ?? 0),
  };
  if (!earlier) {
    const row = await db
      .insertInto("drip_enrollments")
      .values({ sequence_id: sequence.id, lead_id: lead.id, ...started })
      .returning(enrollmentColumns)
      .executeTakeFirstOrThrow();
    return { before: null, after: row as EnrollmentRow };
  }
  const { run, ...before } = earlier;
  const row = await db
    .updateTable("drip_enrollments")
    .set({ ...started, ...freshRun, run: run + 1 })
    .where("id", "=", before.id)
    .returning(enrollmentColumns)
    .executeTakeFirstOrThrow();
  return { before: before as EnrollmentRow, after: row as EnrollmentRow };
}

/** Nothing of an earlier run is kept. */
const freshRun = {
  send_failures: 0,
  stopped_reason: null,
  stopped_at: null,
  last_sent_at: null,
  attempted_at: null,
  attempted_in: null,
  claimed_until: null,
  resumes_at_position: null,
  resumes_send_at: null,
};

/** Why a lead cannot be enrolled now; null: it can. */
export function enrollmentRefusal(state: {
  isEnrolled: boolean;
  isTurnedOn: boolean;
  hasSteps: boolean;
}): string | null {
  if (state.isEnrolled) return "The lead is active on this sequence already: stop it first to start it again";
  if (!state.isTurnedOn) return "This sequence is turned off: turn it on before enrolling a lead";
  if (!state.hasSteps) return "This sequence has no steps: add one before enrolling a lead";
  return null;
}

/** Null without a step. */
async function firstDelayOf(db: Context["db"], sequenceId: number): Promise<number | null> {
  const first = await db
    .selectFrom("drip_steps")
    .select("delay_days")
    .where("sequence_id", "=", sequenceId)
    .where("position", "=", 1)
    .executeTakeFirst();
  return first?.delay_days ?? null;
}
