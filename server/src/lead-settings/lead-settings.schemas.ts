import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
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
export const LeadSettings = Component("LeadSettings", {
  response_target_seconds: Seconds("The response target: a new lead should be contacted within this time"),
  breach_alert: Type.Boolean({ description: "Whether an email is sent when the response target is missed" }),
  reminder_after_seconds: Seconds("Time until the agent is reminded"),
  broker_alert_after_seconds: Seconds("When the brokers are told"),
  reassign: Type.Boolean({ description: "Whether a waiting lead is reassigned to another agent" }),
  reassign_after_seconds: Seconds("When it does"),
  final_escalation_after_seconds: Seconds("When the owner is told"),
  sms: Type.Boolean({ description: "Whether alerts are also sent as text messages" }),
  push: Type.Boolean({ description: "Whether alerts are also pushed to browsers" }),
  contacting_timeout_days: Days(1, "Time without a response until a lead is archived"),
  qualified_timeout_days: Days(1, "Time without progress until a lead is archived"),
  follow_up_after_contact_days: Days(
    0,
    "Time from a contact until the default follow-up is due; 0: none is booked",
  ),
  routing_strategy: OneOf(routingStrategies),
  primary_agent_id: Nullable(Id({ description: "An active agent of the brokerage" })),
  time_zone: Type.String({
    format: "time-zone",
    maxLength: 100,
    description: "An IANA time zone such as America/Boise",
  }),
  quiet_start: TimeOfDay("Start of the quiet hours in the recipient's time zone, during which texts wait"),
  quiet_end: TimeOfDay("Until then"),
  postal_address: Nullable(
    BlankableText(500, {
      description: "The postal address in the footer of emails; null: the brokerage's address",
    }),
  ),
  enforce_pipeline_type: Type.Boolean({
    description: "Whether drip sequences only enroll leads of their pipeline_type",
  }),
});
export type LeadSettings = Static<typeof LeadSettings>;

export const UpdateLeadSettingsBody = Type.Partial(LeadSettings);
export type UpdateLeadSettingsBody = Static<typeof UpdateLeadSettingsBody>;
