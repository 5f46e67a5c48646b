import type { Context } from "../../platform/context.ts";
import { lockEnrollments } from "./lock-enrollments.ts";
import { type NoMarketing, stopAllOf } from "./stop-enrollments.sql.ts";

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
