import type { Assignee } from "../../agents/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import { type ChannelName, notify } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { formatTime } from "../format-time.ts";
import { leadUrl } from "../lead-names.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { describePreferences, type Preferences } from "./describe-preferences.ts";

type Assignment = {
  agent: Assignee;
  eventId: number;
  isFirst: boolean;
  /** Email by default. */
  channels?: readonly ChannelName[];
  /** The email of the visitor whose form caused it; null when staff assigned the lead. */
  causedBy: string | null;
};

/**
 * Sends `New lead assigned: <name>` to the agent, once per assignment, in the transaction of the assignment
 * (SPEC: Registration emails).
 */
export async function notifyAgent(
  ctx: Context,
  lead: LeadRow,
  { agent, eventId, isFirst, channels = ["email"], causedBy }: Assignment,
): Promise<void> {
  const timeZone = agent.time_zone ?? (await leadSettings(ctx.db, lead.brokerage_id)).time_zone;
  const { arrival, how } = arrivalTexts[lead.source];
  const { id, name, email, phone } = agent;
  const notice = {
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    template: "new_lead" as const,
    data: {
      agentName: agent.name,
      leadName: `${lead.first_name} ${lead.last_name}`.trim(),
      email: lead.email,
      phone: lead.phone,
      arrival,
      arrivedAt: formatTime(lead.created_at, timeZone),
      how,
      about: lead.source === "website_registration" ? null : lead.subject || null,
      page: lead.source === "contact_form" ? lead.source_page : null,
      message: lead.message || null,
      preferences: describePreferences((lead.preferences ?? {}) as Preferences),
      crmUrl: leadUrl(ctx, lead.id),
      reassigned: !isFirst,
    },
    to: { kind: "agent" as const, id, name, email, phone, timeZone },
    channels,
    // A reply goes to the lead.
    replyTo: lead.email,
    occasion: `event ${eventId}`,
    causedBy,
  };
  await notify(ctx, [notice]);
}

/** The labels of arrival time and source in the mail. */
const arrivalTexts: Record<LeadSource, { arrival: string; how: string }> = {
  contact_form: { arrival: "Received", how: "the contact form of the website" },
  manual: { arrival: "Entered", how: "a colleague" },
  tour_request: { arrival: "Received", how: "a tour request" },
  website_registration: { arrival: "Registered", how: "registration on the website" },
  import: { arrival: "Received", how: "an import" },
};
