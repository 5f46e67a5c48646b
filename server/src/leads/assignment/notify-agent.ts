import type { Assignee } from "../../agents/index.ts";
import { leadSettings } from "../../lead-settings/index.ts";
import { type ChannelName, notify } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { timeInWords } from "../in-words.ts";
import type { LeadRow, LeadSource } from "../lead-row.ts";
import { leadUrl } from "../lead-url.ts";
import { type Preferences, preferencesInWords } from "./preferences-in-words.ts";

type Assignment = {
  agent: Assignee;
  eventId: number;
  isFirst: boolean;
  /** By mail alone where it is not said. */
  channels?: readonly ChannelName[];
  /** The visitor whose form it comes of; null when staff have assigned the lead. */
  causedBy: string | null;
};

/**
 * `New lead assigned: <name>` to the agent, once for each assignment, in the transaction that makes it
 * (SPEC: Registration emails).
 */
export async function notifyAgent(
  ctx: Context,
  lead: LeadRow,
  { agent, eventId, isFirst, channels = ["email"], causedBy }: Assignment,
): Promise<void> {
  const timeZone = agent.time_zone ?? (await leadSettings(ctx.db, lead.brokerage_id)).time_zone;
  const { arrival, how } = ways[lead.source];
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
      arrivedAt: timeInWords(lead.created_at, timeZone),
      how,
      about: lead.source === "website_registration" ? null : lead.subject || null,
      page: lead.source === "contact_form" ? lead.source_page : null,
      message: lead.message || null,
      preferences: preferencesInWords((lead.preferences ?? {}) as Preferences),
      crmUrl: leadUrl(ctx, lead.id),
      reassigned: !isFirst,
    },
    to: { kind: "agent" as const, id, name, email, phone, timeZone },
    channels,
    // A reply reaches the person at once.
    replyTo: lead.email,
    occasion: `event ${eventId}`,
    causedBy,
  };
  await notify(ctx, [notice]);
}

/** What the time of a lead is called, and how it came. */
const ways: Record<LeadSource, { arrival: string; how: string }> = {
  contact_form: { arrival: "Received", how: "the contact form of the website" },
  manual: { arrival: "Entered", how: "a colleague" },
  tour_request: { arrival: "Received", how: "a tour request" },
  website_registration: { arrival: "Registered", how: "registration on the website" },
  import: { arrival: "Received", how: "an import" },
};
