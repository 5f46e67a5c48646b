import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { type NoMarketing, stopAllOf } from "./stop-all-of.sql.ts";

/**
 * Stops all enrollments of a lead, also those that would resume when a contract is voided; these keep the reason for
 * which they were stopped. Call it in the transaction of the cause, with the lead locked. Idempotent.
 */
export async function stopEnrollments(
  { db, clock }: Context,
  { leadId, reason }: { leadId: number; reason: NoMarketing },
): Promise<void> {
  const held = await lockEnrollments(db, [leadId]);
  if (held.length > 0) await stopAllOf(db, { leadId, reason, at: clock.now() });
}

type LockedEnrollment = { id: number; status: string; resumes_at_position: number | null };

/**
 * Locks the enrollments that may still send to some leads: active ones, and those that resume when a contract is
 * voided; in the order of ids, as everywhere (`enrollments-of.ts`), until the transaction ends. The leads must be
 * locked. Index drip_enrollments_lead; a handful of rows per lead.
 */
export async function lockEnrollments(db: Db, leadIds: readonly number[]): Promise<LockedEnrollment[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom("drip_enrollments")
    .select(["id", "status", "resumes_at_position"])
    .where("lead_id", "in", leadIds)
    .where(({ eb, or }) => or([eb("status", "=", "active"), eb("resumes_at_position", "is not", null)]))
    .orderBy("id")
    .forUpdate()
    .execute();
}
