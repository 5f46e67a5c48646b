import type { Selectable } from "kysely";
import type { DripEnrollments } from "../../platform/database/types.generated.ts";

export const enrollmentStatuses = ["active", "completed", "stopped"] as const;

/** SPEC: Drip enrollment, stop reasons. */
export const stopReasons = [
  "state_changed",
  "unsubscribed",
  "flagged",
  "manual",
  "sequence_deactivated",
  "send_failed",
  "no_email",
] as const;
export type StopReason = (typeof stopReasons)[number];

/** The columns that the API shows; claims and attempts are internal. */
export const enrollmentColumns = [
  "id",
  "sequence_id",
  "lead_id",
  "enrolled_at",
  "enrolled_state",
  "next_step_position",
  "next_send_at",
  "status",
  "stopped_reason",
  "stopped_at",
  "last_sent_at",
  "send_failures",
] as const satisfies (keyof DripEnrollments)[];

/** An enrollment, with the types of its checked columns. */
export type EnrollmentRow = Omit<
  Pick<Selectable<DripEnrollments>, (typeof enrollmentColumns)[number]>,
  "status" | "stopped_reason"
> & { status: (typeof enrollmentStatuses)[number]; stopped_reason: StopReason | null };

const DAY_MS = 86_400_000;

/**
 * When a step is due: its delay in days of 24 hours after the enrollment or after the step before was sent (SPEC: Drip enrollment). No
 * hour of the day and no day of the week is left out.
 */
export function dueAfter(from: Date, delayDays: number): Date {
  return new Date(from.getTime() + delayDays * DAY_MS);
}

/** Columns of an enrollment that has no next step. */
export const noNextStep = { next_step_position: null, next_send_at: null, claimed_until: null };

/** Columns of a stopped enrollment. */
export function stoppedFor(reason: StopReason, at: Date) {
  return { status: "stopped", stopped_reason: reason, stopped_at: at, ...noNextStep };
}
