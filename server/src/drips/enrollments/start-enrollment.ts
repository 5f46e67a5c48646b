import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { SequenceRow } from "../sequences/sequence-view.ts";
import { type EnrollmentRow, enrollmentColumns } from "./enrollment-row.ts";

const DAY_MS = 86_400_000;

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
  if (earlier?.status === "active") {
    throw new AppError(
      "conflict",
      "The lead is active on this sequence already: stop it first to start it again",
    );
  }
  if (!sequence.active) {
    throw new AppError("conflict", "This sequence is turned off: turn it on before enrolling a lead");
  }
  const now = clock.now();
  const started = {
    status: "active",
    enrolled_at: now,
    enrolled_state: lead.stage,
    next_step_position: 1,
    next_send_at: new Date(now.getTime() + (await firstDelay(db, sequence.id)) * DAY_MS),
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

async function firstDelay(db: Context["db"], sequenceId: number): Promise<number> {
  const first = await db
    .selectFrom("drip_steps")
    .select("delay_days")
    .where("sequence_id", "=", sequenceId)
    .where("position", "=", 1)
    .executeTakeFirst();
  if (!first) throw new AppError("conflict", "This sequence has no steps: add one before enrolling a lead");
  return first.delay_days;
}
