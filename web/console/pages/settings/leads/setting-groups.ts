import type { Schema } from "../../../app/api.ts";
import type { FormField } from "../../../components/form-fields.tsx";
import { strategyOptions } from "../../routing/strategies.ts";

export type Settings = Schema<"LeadSettings">;

/** A field of the settings: the compiler knows that there is one of that name. */
type SettingField = FormField & { name: keyof Settings };

const seconds = { kind: "number", min: 1, required: true } as const;
const days = { kind: "number", min: 0, required: true } as const;

const answering: SettingField[] = [
  {
    ...seconds,
    name: "response_target_seconds",
    label: "Answer within (seconds)",
    hint: "From the arrival of a lead to the first contact. 300 is five minutes.",
  },
  { ...seconds, name: "reminder_after_seconds", label: "Remind the agent after (seconds)" },
  { ...seconds, name: "broker_alert_after_seconds", label: "Alert the brokers after (seconds)" },
  { ...seconds, name: "reassign_after_seconds", label: "Give it to another agent after (seconds)" },
  { ...seconds, name: "final_escalation_after_seconds", label: "Alert the owner after (seconds)" },
  { kind: "check", name: "reassign", label: "Give a waiting lead to another agent" },
  { kind: "check", name: "breach_alert", label: "Mail when the target is missed" },
];

const alerts: SettingField[] = [
  { kind: "check", name: "sms", label: "Alerts as text messages too" },
  { kind: "check", name: "push", label: "Alerts as notifications of browsers too" },
  {
    kind: "time",
    name: "quiet_start",
    label: "Quiet hours from",
    required: true,
    hint: "Texts wait until their end.",
  },
  { kind: "time", name: "quiet_end", label: "Quiet hours until", required: true },
  {
    kind: "text",
    name: "time_zone",
    label: "Time zone",
    required: true,
    hint: "Such as America/Boise.",
  },
];

const lifecycle: SettingField[] = [
  { ...days, name: "contacting_timeout_days", label: "Archive without a reply after (days)" },
  { ...days, name: "qualified_timeout_days", label: "Archive without progress after (days)" },
  {
    ...days,
    name: "follow_up_after_contact_days",
    label: "Follow up after a contact (days)",
    hint: "0: none is booked by itself.",
  },
  {
    kind: "check",
    name: "enforce_pipeline_type",
    label: "Drips take leads of their own pipeline only",
  },
  {
    kind: "lines",
    name: "postal_address",
    label: "Postal address below mails",
    hint: "Empty: the address of the brokerage.",
  },
];

/** The settings by what they are about. */
export function leadSettingGroups(
  agents: readonly Schema<"AgentCard">[],
): { title: string; fields: SettingField[] }[] {
  const routing: SettingField[] = [
    {
      kind: "choice",
      name: "routing_strategy",
      label: "Who gets a lead",
      options: strategyOptions,
    },
    {
      kind: "choice",
      name: "primary_agent_id",
      label: "The one agent",
      hint: "Where all leads go to one.",
      ofNumbers: true,
      options: [
        { value: "", label: "None" },
        ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
  ];
  return [
    { title: "Answering", fields: answering },
    { title: "Routing", fields: routing },
    { title: "Alerts", fields: alerts },
    { title: "Lifecycle", fields: lifecycle },
  ];
}
