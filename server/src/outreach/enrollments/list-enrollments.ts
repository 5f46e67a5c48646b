import { enrollmentsOn, visibleSequence } from "../../drips/index.ts";
import { leadIdsWithin, leadScope } from "../../leads/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { envelope } from "../../platform/http/list-envelope.ts";
import type { EnrollmentListQuery, EnrollmentPage, SequenceParams } from "../outreach.schemas.ts";
import { presentEnrollments } from "./present-enrollments.ts";

/**
 * The current and past enrollments in a sequence, latest first; agents see and count only their own leads (SPEC: Drip
 * sequences).
 *
 * @throws AppError 404 `Sequence not found`.
 */
export async function listEnrollments(
  ctx: ActorContext,
  input: SequenceParams & EnrollmentListQuery,
): Promise<EnrollmentPage> {
  const sequence = await visibleSequence(ctx, input.sequence_id);
  const { rows, total } = await enrollmentsOn(ctx.db, sequence.id, { ...input, only: await ownLeads(ctx) });
  return envelope(await presentEnrollments(ctx.db, rows), total, input);
}

/** Null for brokers and admins, who see all enrollments in a sequence. */
async function ownLeads(ctx: ActorContext) {
  const scope = await leadScope(ctx);
  return scope === null || scope.agentId === null ? null : leadIdsWithin(ctx.db, scope);
}
