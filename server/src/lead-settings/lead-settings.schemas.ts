import { type Static, Type } from "typebox";
import { BlankableText, Id } from "../platform/http/fields.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";

export const routingStrategies = [
  "least_recently_assigned",
  "weighted",
  "primary_agent",
  "semantic_match",
] as const;

const Seconds = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 31_536_000, description: `Seconds. ${description}` });
const Days = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: 3650, description: `Days. ${description}` });
const TimeOfDay = (description: string) => Type.String({ format: "time-of-day", description });

/** decisions.md: Lead settings. */
export const LeadSettings = Type.Object({
  response_target_seconds: Seconds("Within which a new lead should be contacted"),
  breach_alert: Type.Boolean({ description: "Whether passing the target sends an email" }),
  reminder_after_seconds: Seconds("When the agent is reminded"),
  broker_alert_after_seconds: Seconds("When the brokers are told"),
  reassign: Type.Boolean({ description: "Whether a lead that waits goes to another agent" }),
  reassign_after_seconds: Seconds("When it does"),
  final_escalation_after_seconds: Seconds("When the owner is told"),
  sms: Type.Boolean({ description: "Whether alerts are sent as texts too" }),
  push: Type.Boolean({ description: "Whether alerts are pushed to browsers too" }),
  contacting_timeout_days: Days(1, "Without a response, until a lead is archived"),
  qualified_timeout_days: Days(1, "Without progress, until a lead is archived"),
  follow_up_after_contact_days: Days(0, "After a contact, until the next is due; 0 means none"),
  routing_strategy: OneOf(routingStrategies),
  primary_agent_id: Nullable(Id({ description: "An active agent of the brokerage" })),
  time_zone: Type.String({ format: "time-zone", maxLength: 100, description: "America/Boise" }),
  quiet_start: TimeOfDay("From then on texts wait, in the recipient's time zone"),
  quiet_end: TimeOfDay("Until then"),
  postal_address: Nullable(
    BlankableText(500, { description: "In the footer of emails; null: the brokerage's address" }),
  ),
  enforce_pipeline_type: Type.Boolean({ description: "Whether drips keep to their pipeline_type" }),
});
export type LeadSettings = Static<typeof LeadSettings>;

export const UpdateLeadSettingsBody = Type.Partial(LeadSettings);
export type UpdateLeadSettingsBody = Static<typeof UpdateLeadSettingsBody>;
