import { type Announcement, amendPending, announce } from "../../event-outbox/index.ts";
import type { Context } from "../../platform/context.ts";
import { leadName } from "../lead-names.ts";
import type { LeadRow } from "../lead-row.ts";
import type { EventType } from "./events.ts";
import type { Stage } from "./stages.ts";

/** Announcements are in timeline order, because the lead is locked or new. */
const subjectOf = (lead: LeadRow): Pick<Announcement, "subject" | "brokerageId"> => ({
  subject: `lead:${lead.id}`,
  brokerageId: lead.brokerage_id,
});

/** Announces `lead.created`. `propertyId` is the listing of the form, if any. */
export function announceLeadCreated(ctx: Context, lead: LeadRow, propertyId: string | null): Promise<void> {
  const data = {
    lead_id: lead.id,
    brokerage_id: lead.brokerage_id,
    name: leadName(lead),
    email: lead.email,
    phone: lead.phone,
    source: lead.source,
    pipeline_type: lead.pipeline_type,
    stage: lead.stage,
    assigned_agent_id: lead.assigned_agent_id,
    property_id: propertyId,
    created_at: lead.created_at,
  };
  return announce(ctx, [{ event: "lead.created", ...subjectOf(lead), data }]);
}

type StageChange = {
  event: EventType;
  from: Stage;
  to: Stage;
  reasonCode: string | null;
  occurredAt: Date;
};

/** Announces `lead.stage_changed`. */
export function announceStageChange(ctx: Context, lead: LeadRow, move: StageChange): Promise<void> {
  const data = {
    lead_id: lead.id,
    brokerage_id: lead.brokerage_id,
    event: move.event,
    from_stage: move.from,
    to_stage: move.to,
    reason_code: move.reasonCode,
    occurred_at: move.occurredAt,
  };
  return announce(ctx, [{ event: "lead.stage_changed", ...subjectOf(lead), data }]);
}

/**
 * Announces `lead.assigned`. When the lead was created in the same transaction, its pending `lead.created` gets the agent too,
 * for subscribers of that event alone.
 */
export async function announceAssignment(
  ctx: Context,
  lead: LeadRow,
  { agent, previous }: { agent: { id: number; name: string } | null; previous: number | null },
): Promise<void> {
  const about = subjectOf(lead);
  const agentId = agent?.id ?? null;
  const data = {
    lead_id: lead.id,
    brokerage_id: lead.brokerage_id,
    agent_id: agentId,
    agent_name: agent?.name ?? null,
    previous_agent_id: previous,
  };
  amendPending(ctx, { event: "lead.created", subject: about.subject, data: { assigned_agent_id: agentId } });
  await announce(ctx, [{ event: "lead.assigned", ...about, data }]);
}
