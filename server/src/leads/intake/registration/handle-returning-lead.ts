import { enqueueMail } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { AssignedLead } from "../../assignment/route-new-lead.ts";
import { recordSignal } from "../../engagement/temperature/record-signal.ts";
import { leadUrl } from "../../lead-names.ts";
import { isOpen, stageLabels } from "../../lifecycle/stages.ts";

/**
 * Handles a registration by a known lead after more than a day: adds a signal, and notifies the agent once when the lead has
 * left the pipeline.
 */
export async function handleReturningLead(ctx: Context, { lead, agent }: AssignedLead): Promise<void> {
  const now = ctx.clock.now();
  await recordSignal(ctx, lead, { kind: "registration", occurredAt: now });
  if (isOpen(lead.stage) || lead.stage === "TRASHED" || agent === null) return;
  await enqueueMail(ctx, {
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    template: "lead_returned",
    data: {
      agentName: agent.name,
      leadName: `${lead.first_name} ${lead.last_name}`.trim(),
      email: lead.email,
      phone: lead.phone,
      stage: stageLabels[lead.stage],
      crmUrl: leadUrl(ctx, lead.id),
    },
    to: agent.email,
    replyTo: lead.email,
    audience: "staff",
    occasion: `lead ${lead.id} ${now.toISOString()}`,
    causedBy: lead.email,
  });
}
