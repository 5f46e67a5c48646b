import { lockSequence, startEnrollment, visibleSequence } from "../../drips/index.ts";
import { leadNotFound, lockLead } from "../../leads/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Enrollment, EnrollmentParams } from "../outreach.schemas.ts";
import { presentEnrollments } from "./present-enrollments.ts";
import { recordEnrollment } from "./record-enrollment.ts";

/**
 * Enrolls a lead manually, in any stage, or restarts a completed or stopped enrollment (SPEC: Drip sequences). A lead
 * who may not receive marketing mail is stopped at the first step.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`; 409 when it is active already, and for a sequence
 *   that is turned off or has no steps.
 */
export async function enrollLead(ctx: ActorContext, input: EnrollmentParams): Promise<Enrollment> {
  return inTransaction(ctx, async (ctx) => {
    // Lock order everywhere: the lead, the sequence, its enrollments.
    const { lead } = await lockLeadOfSequence(ctx, input);
    const sequence = await lockSequence(ctx, input.sequence_id);
    const { before, after } = await startEnrollment(ctx, sequence, lead);
    await recordEnrollment(ctx, { sequence, before, after });
    const [enrollment] = await presentEnrollments(ctx.db, [after]);
    return enrollment as Enrollment;
  });
}

/**
 * The lead whose enrollment changes, locked until the transaction ends, and the sequence, which is not locked.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`, also for a lead of another brokerage than the
 *   sequence's, and while their brokerage is disabled.
 */
export async function lockLeadOfSequence(ctx: ActorContext, { sequence_id, lead_id }: EnrollmentParams) {
  const sequence = await visibleSequence(ctx, sequence_id);
  const lead = await lockLead(ctx, lead_id);
  if (lead.brokerage_id !== sequence.brokerage_id) throw leadNotFound();
  return { lead, sequence };
}
