import type { Context } from "../../platform/context.ts";
import { type EnrollmentRow, enrollmentColumns, stoppedFor } from "./enrollment-row.ts";

/**
 * Ends what a lead is active on, because somebody wants it to end (SPEC: stop reason `manual`). Of a mail that is on its way
 * at this moment the pass notes that it was sent; nothing follows it. Call it with the lead held.
 *
 * @returns null when the lead is not active on it.
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
