import { type BrokerageBranding, primaryContactEmail } from "../../../brokerages/index.ts";
import { enqueueMailAtCommit } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { AssignedLead } from "../../assignment/route-new-lead.ts";

/**
 * Sends `Welcome to <brokerage name>`, once per registered lead (SPEC: Registration emails). Replies go to the agent, or to
 * the brokerage's owner.
 */
export async function sendWelcome(
  ctx: Context,
  { lead, agent }: AssignedLead,
  { name, website }: BrokerageBranding,
): Promise<void> {
  await enqueueMailAtCommit(ctx, {
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    template: "welcome",
    data: {
      firstName: lead.first_name,
      brokerage: name,
      agent: agent && { name: agent.name, email: agent.email, phone: agent.phone },
      website,
    },
    to: lead.email,
    replyTo: agent?.email ?? (await primaryContactEmail(ctx.db, lead.brokerage_id)),
    audience: "public",
    occasion: `lead ${lead.id}`,
    causedBy: lead.email,
  });
}
