import type { ActorContext } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { lockLead } from "../../lead-scope.ts";
import type { LeadParams } from "../../leads.schemas.ts";
import { applyEvent } from "../apply-event.ts";
import { checkReport } from "../check-report.ts";
import { occurredAtOf } from "../occurred-at.ts";
import { presentTimeline } from "./present-timeline.ts";
import type { Timeline, TransitionBody } from "./timeline.schemas.ts";

/**
 * Records an event of a lead and changes its stage by the transition table (SPEC: Canonical pipeline stage). Returns the
 * updated timeline.
 *
 * @throws AppError 400 for an invalid event, reason, channel or time; 404 `Lead not found`; 409 when the event is not legal
 * in the lead's stage; 422 when it cannot have happened at that time.
 */
export async function recordLeadTransition(
  ctx: ActorContext,
  { lead_id, event_type: event, reason_code, channel, note, occurred_at }: LeadParams & TransitionBody,
): Promise<Timeline> {
  const report = checkReport(event, reason_code || null, channel || null);
  return inTransaction(ctx, async (ctx) => {
    const { lead } = await applyEvent(ctx, await lockLead(ctx, lead_id), {
      ...report,
      event,
      note: note || null,
      statedTime: occurredAtOf(occurred_at),
    });
    return presentTimeline(ctx, lead);
  });
}
