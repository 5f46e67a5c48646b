import { stopManually } from "../../drips/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { EnrollmentParams, EnrollmentStopped } from "../outreach.schemas.ts";
import { lockLeadOfSequence } from "./enroll-lead.ts";
import { recordEnrollment } from "./record-enrollment.ts";

/**
 * Stops a lead's enrollment with the reason `manual` (SPEC: Drip sequences). A mail in flight still arrives.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`; 404 `Enrollment not found` without an active
 *   enrollment.
 */
export async function stopEnrollment(ctx: ActorContext, input: EnrollmentParams): Promise<EnrollmentStopped> {
  return inTransaction(ctx, async (ctx) => {
    const { lead, sequence } = await lockLeadOfSequence(ctx, input);
    const stopped = await stopManually(ctx, { sequenceId: sequence.id, leadId: lead.id });
    if (!stopped) throw new AppError("not_found", "Enrollment not found");
    await recordEnrollment(ctx, { sequence, ...stopped });
    return { message: "Enrollment stopped" };
  });
}
