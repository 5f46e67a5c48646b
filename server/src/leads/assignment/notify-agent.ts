import type { Assignee } from "../../agents/index.ts";
import { type LeadSettings, leadSettings } from "../../lead-settings/index.ts";
import { type ChannelName, type Notice, notify, notifyAtCommit } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { formatTime } from "../format-time.ts";
import { leadUrl } from "../lead-names.ts";
import { type LeadRow, type LeadSource, visitorEmail } from "../lead-row.ts";
import { describePreferences, type Preferences } from "./describe-preferences.ts";

type Assignment = {
  agent: Assignee;
  eventId: number;
  isFirst: boolean;
  /** By default email, and push where the brokerage has it on. */
  channels?: readonly ChannelName[];
  /** The email of the visitor whose form caused it; null when staff assigned the lead. */
  causedBy: string | null;
  /** The brokerage's settings, if the caller has read them in this transaction. */
  settings?: LeadSettings;
};

/**
 * Sends `New lead assigned: <name>` to the agent by mail and to the agent's browsers, once per assignment, in the transaction
 * of the assignment (SPEC: Registration emails).
 */
export async function notifyAgent(ctx: Context, lead: LeadRow, assignment: Assignment): Promise<void> {
  await notify(ctx, [await newLeadNotice(ctx, lead, assignment)]);
}

/** The same for a lead that the transaction has stored: written with its other messages before the commit. */
export async function notifyFirstAgent(
  ctx: Context,
  lead: LeadRow,
  assignment: Required<Pick<Assignment, "agent" | "eventId" | "settings">>,
): Promise<void> {
  const notice = await newLeadNotice(ctx, lead, {
    ...assignment,
    isFirst: true,
    causedBy: visitorEmail(lead),
  });
  await notifyAtCommit(ctx, [notice]);
}

async function newLeadNotice(
  ctx: Context,
  lead: LeadRow,
  { agent, eventId, isFirst, channels, causedBy, settings: known }: Assignment,
): Promise<Notice> {
  // Read only where they matter: this is part of every lead's intake.
  const mayPush = channels === undefined && ctx.config.push !== null;
  const isNeeded = agent.time_zone === null || mayPush;
  const settings = known ?? (isNeeded ? await leadSettings(ctx.db, lead.brokerage_id) : null);
  const timeZone = agent.time_zone ?? (settings as LeadSettings).time_zone;
  const { arrival, how } = arrivalTexts[lead.source];
  const { id, name, email, phone } = agent;
  return {
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    template: "new_lead",
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
    to: { kind: "agent", id, name, email, phone, timeZone },
    channels: channels ?? (mayPush && settings?.push ? ["email", "push"] : ["email"]),
    // A reply goes to the lead.
    replyTo: lead.email,
    occasion: `event ${eventId}`,
    causedBy,
  };
}

/** The labels of arrival time and source in the mail. */
const arrivalTexts: Record<LeadSource, { arrival: string; how: string }> = {
  contact_form: { arrival: "Received", how: "the contact form of the website" },
  manual: { arrival: "Entered", how: "a colleague" },
  tour_request: { arrival: "Received", how: "a tour request" },
  website_registration: { arrival: "Registered", how: "registration on the website" },
  import: { arrival: "Received", how: "an import" },
};
