import { lockSequence, startEnrollment, visibleSequence } from "../../drips/index.ts";
import { leadNotFound, lockLead } from "../../leads/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { Enrollment, EnrollmentParams } from "../outreach.schemas.ts";
import { presentEnrollments } from "./present-enrollments.ts";
import { recordEnrollment } from "./record-enrollment.ts";

/**
 * Enrolls a lead by hand, in any stage, or starts one anew that is completed or stopped (SPEC: Drip sequences). What forbids
 * marketing mail stops it at its first step.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`; 409 when it is active already, and for a sequence that is
 *   turned off or has no steps.
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
 * The lead whose place on a sequence is changed, held until the transaction ends; the sequence is seen and not held.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`, also when it is another brokerage's than the sequence, and
 *   while their brokerage is disabled.
 */
export async function lockLeadOfSequence(ctx: ActorContext, { sequence_id, lead_id }: EnrollmentParams) {
  const sequence = await visibleSequence(ctx, sequence_id);
  const lead = await lockLead(ctx, lead_id);
  if (lead.brokerage_id !== sequence.brokerage_id) throw leadNotFound();
  return { lead, sequence };
}
