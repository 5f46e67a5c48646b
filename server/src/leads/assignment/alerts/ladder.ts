import type { LeadSettings } from "../../../lead-settings/index.ts";
import type { LeadRow } from "../../lead-row.ts";

/** What happens while a lead waits for its first contact, in order (SPEC: Alerts and notifications). */
export const alerts = [
  "response_breach",
  "agent_reminder",
  "broker_alert",
  "reassignment",
  "final_escalation",
] as const;
export type Alert = (typeof alerts)[number];

/** A lead whose response clock runs. */
export type Waiting = Pick<LeadRow, "response_due_at" | "response_target_seconds" | "alerts_decided">;

/** When the clock of a lead that waits began to run. */
export function waitingSince({ response_due_at, response_target_seconds }: Waiting): Date {
  return new Date((response_due_at as Date).getTime() - (response_target_seconds as number) * 1000);
}

/** When each alert of a brokerage comes, in seconds from the start of the clock, and whether it is on. */
function rungs(
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
 * The alerts whose time has come and that have not been decided on, in the order of their times. One that is off now is
 * passed over for good: switching it on later does not flood anybody with what is long past.
 */
export function dueAlerts(lead: Waiting, settings: LeadSettings, now: Date): { alert: Alert; on: boolean }[] {
  const waited = (now.getTime() - waitingSince(lead).getTime()) / 1000;
  return rungs(settings, lead.response_target_seconds as number)
    .filter(({ alert, after }) => after <= waited && !lead.alerts_decided.includes(alert))
    .sort((one, other) => one.after - other.after);
}

/** Whether the lead goes to somebody else with it. */
export function reroutes({ alert, on }: { alert: Alert; on: boolean }, settings: LeadSettings): boolean {
  return on && settings.reassign && (alert === "reassignment" || alert === "final_escalation");
}
