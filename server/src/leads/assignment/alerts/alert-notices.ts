import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { AlertData, ChannelName, Notice, Recipient } from "../../../messages/index.ts";
import type { Context } from "../../../platform/context.ts";
import { durationInWords, timeInWords } from "../../in-words.ts";
import { type LeadRow, visitorOf } from "../../lead-row.ts";
import { leadUrl } from "../../lead-url.ts";
import { type Alert, waitingSince } from "./ladder.ts";
import type { People } from "./people.ts";

/** Alerts that are messages; the other one is a new agent, who gets the lead's own mail. */
export type ToldAlert = Exclude<Alert, "reassignment">;

/** Who is told that a lead waits, and how (SPEC: Alerts and notifications; decisions.md: Lead settings). */
export function alertNotices(
  ctx: Context,
  lead: LeadRow,
  alert: ToldAlert,
  { people, settings }: { people: People; settings: LeadSettings },
): Notice[] {
  return recipientsOf(alert, people).map((to) => ({
    template: alert,
    data: alertData(ctx, lead, people, to),
    brokerageId: lead.brokerage_id,
    leadId: lead.id,
    to,
    channels: alertChannels(settings).filter((channel) => alert !== "response_breach" || channel !== "sms"),
    occasion: `lead ${lead.id}`,
    replyTo: to.kind === "agent" ? lead.email : null,
    causedBy: visitorOf(lead),
  }));
}

/** Email always; the others where the brokerage wants them. */
export function alertChannels({ sms, push }: LeadSettings): ChannelName[] {
  return ["email", ...(sms ? (["sms"] as const) : []), ...(push ? (["push"] as const) : [])];
}

function recipientsOf(alert: ToldAlert, { agent, brokers }: People): Recipient[] {
  if (alert === "agent_reminder") return agent ? [agent] : [];
  if (alert === "response_breach" && agent) return [agent];
  return brokers;
}

function alertData(ctx: Context, lead: LeadRow, { agent }: People, to: Recipient): AlertData {
  const since = waitingSince(lead);
  return {
    name: to.name,
    leadName: `${lead.first_name} ${lead.last_name}`.trim(),
    email: lead.email,
    phone: lead.phone,
    arrivedAt: timeInWords(since, to.timeZone),
    waited: durationInWords((ctx.clock.now().getTime() - since.getTime()) / 1000),
    target: durationInWords(lead.response_target_seconds as number),
    agentName: agent?.name ?? null,
    isOwn: to.kind === "agent",
    crmUrl: leadUrl(ctx, lead.id),
  };
}
