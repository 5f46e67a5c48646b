import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { type NoMarketing, stopAllOf } from "./stop-all-of.sql.ts";

/**
 * Ends everything that a lead is enrolled in, and what would go on when a contract is voided; that keeps the reason it was
 * stopped for. Call it in the transaction that gives rise to it, with the lead locked. Done again, it changes nothing.
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
 * Locks the enrollments that may still send something to some leads: active ones, and those that resume when a contract is
 * voided. They are locked until the transaction ends, in the order of ids, as everywhere (`enrollments-of.ts`). The leads must be
 * locked. Index drip_enrollments_lead; a handful of rows a lead.
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
