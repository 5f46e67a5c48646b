import { stopManually } from "../../drips/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { EnrollmentParams, EnrollmentStopped } from "../outreach.schemas.ts";
import { lockLeadOfSequence } from "./enroll-lead.ts";
import { recordEnrollment } from "./record-enrollment.ts";

/**
 * Takes a lead off a sequence, with the reason `manual` (SPEC: Drip sequences). A mail that is just being handed over
 * arrives all the same.
 *
 * @throws AppError 404 `Sequence not found`; 404 `Lead not found`; 404 `Enrollment not found` when it is not active on it.
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
