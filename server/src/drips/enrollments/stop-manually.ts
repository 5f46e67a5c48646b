import type { Context } from "../../platform/context.ts";
import { type EnrollmentRow, enrollmentColumns, stoppedFor } from "./enrollment-row.ts";

/**
 * Stops an active enrollment on request (SPEC: stop reason `manual`). A mail in flight is recorded as sent, and is the
 * last one. The lead must be locked.
 *
 * @returns null when the lead has no active enrollment in it.
 */
export async function stopManually(
  { db, clock }: Context,
  { sequenceId, leadId }: { sequenceId: number; leadId: number },
): Promise<{ before: EnrollmentRow; after: EnrollmentRow } | null> {
  const before = await db
    .selectFrom("drip_enrollments")
    .select(enrollmentColumns)
    .where("sequence_id", "=", sequenceId)
    .where("lead_id", "=", leadId)
    .where("status", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  if (!before) return null;
  const after = await db
    .updateTable("drip_enrollments")
    .set(stoppedFor("manual", clock.now()))
    .where("id", "=", before.id)
    .returning(enrollmentColumns)
    .executeTakeFirstOrThrow();
  return { before: before as EnrollmentRow, after: after as EnrollmentRow };
}
