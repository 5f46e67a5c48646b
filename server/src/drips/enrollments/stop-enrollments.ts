import type { Context } from "../../platform/context.ts";
import { lockEnrollments } from "./lock-enrollments.ts";
import { type NoMarketing, stopAllOf } from "./stop-enrollments.sql.ts";

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
