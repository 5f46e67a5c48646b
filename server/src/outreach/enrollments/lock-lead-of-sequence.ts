import { visibleSequence } from "../../drips/index.ts";
import { leadNotFound, lockLead } from "../../leads/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import type { EnrollmentParams } from "../outreach.schemas.ts";

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
