import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { AlertData, ChannelName, Notice, Recipient } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { formatDuration, formatTime } from "../../format-time.ts";
import { leadUrl } from "../../lead-names.ts";
import { type LeadRow, visitorEmail } from "../../lead-row.ts";
import { type Alert, waitingSince } from "./due-alerts.ts";
import type { LeadStaff } from "./lead-staff.ts";

/** Alerts sent as messages. A reassignment sends the new agent the `new_lead` mail instead. */
export type MessageAlert = Exclude<Alert, "reassignment">;

/** The notices of one alert: recipients and channels (SPEC: Alerts and notifications; decisions.md: Lead settings). */
export function alertNotices(
  ctx: Context,
  lead: LeadRow,
  alert: MessageAlert,
  { people, settings }: { people: LeadStaff; settings: LeadSettings },
): Notice[] {
  return alertRecipients(alert, people).map((to) => ({
    template: alert,
    data: alertData(ctx, lead, people, to),
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    to,
    channels: alertChannels(settings).filter((channel) => alert !== "response_breach" || channel !== "sms"),
    occasion: `lead ${lead.id}`,
    replyTo: to.kind === "agent" ? lead.email : null,
    causedBy: visitorEmail(lead),
  }));
}

/** Email always; text and push where the brokerage has enabled them. */
export function alertChannels({ sms, push }: LeadSettings): ChannelName[] {
  return ["email", ...(sms ? (["sms"] as const) : []), ...(push ? (["push"] as const) : [])];
}

function alertRecipients(alert: MessageAlert, { agent, brokers }: LeadStaff): Recipient[] {
  if (alert === "agent_reminder") return agent ? [agent] : [];
  if (alert === "response_breach" && agent) return [agent];
  return brokers;
}

function alertData(ctx: Context, lead: LeadRow, { agent }: LeadStaff, to: Recipient): AlertData {
  const since = waitingSince(lead);
  return {
    name: to.name,
    leadName: `${lead.first_name} ${lead.last_name}`.trim(),
    email: lead.email,
    phone: lead.phone,
    arrivedAt: formatTime(since, to.timeZone),
    waited: formatDuration((ctx.clock.now().getTime() - since.getTime()) / 1000),
    target: formatDuration(lead.response_target_seconds as number),
    agentName: agent?.name ?? null,
    isOwn: to.kind === "agent",
    crmUrl: leadUrl(ctx, lead.id),
  };
}
