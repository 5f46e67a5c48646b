import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { LeadRow } from "../../lead-row.ts";

/** The alerts of a lead that waits for its first contact, in order (SPEC: Alerts and notifications). */
export const alerts = [
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "reassignment",
  "final_escalation",
] as const;
export type Alert = (typeof alerts)[number];

/** The columns that decide which alerts of a lead are due. Its response clock must be running. */
export type WaitingLead = Pick<LeadRow, "response_due_at" | "response_target_seconds" | "alerts_decided">;

/** When the response clock started. */
export function waitingSince({ response_due_at, response_target_seconds }: WaitingLead): Date {
  return new Date((response_due_at as Date).getTime() - (response_target_seconds as number) * 1000);
}

/** When each alert is due, in seconds from the start of the clock, and whether the brokerage has it enabled. */
function alertSchedule(
  settings: LeadSettings,
  targetSeconds: number,
): { alert: Alert; after: number; on: boolean }[] {
  return [
    { alert: "response_breach", after: targetSeconds, on: settings.breach_alert },
    { alert: "agent_reminder", after: settings.reminder_after_seconds, on: true },
    { alert: "broker_alert", after: settings.broker_alert_after_seconds, on: true },
    { alert: "reassignment", after: settings.reassign_after_seconds, on: settings.reassign },
    { alert: "final_escalation", after: settings.final_escalation_after_seconds, on: true },
  ];
}

/**
 * The due alerts that are not decided yet, by due time. A disabled alert counts as decided: enabling it later must not send
 * alerts for leads that passed its time long ago.
 */
export function dueAlerts(
  lead: WaitingLead,
  settings: LeadSettings,
  now: Date,
): { alert: Alert; on: boolean }[] {
  const waited = (now.getTime() - waitingSince(lead).getTime()) / 1000;
  return alertSchedule(settings, lead.response_target_seconds as number)
    .filter(({ alert, after }) => after <= waited && !lead.alerts_decided.includes(alert))
    .sort((one, other) => one.after - other.after);
}

/** Whether the alert moves the lead to another agent. */
export function reassignsLead({ alert, on }: { alert: Alert; on: boolean }, settings: LeadSettings): boolean {
  return on && settings.reassign && (alert === "reassignment" || alert === "final_escalation");
}
