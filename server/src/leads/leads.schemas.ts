import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Id, OptionalBlank, Timestamp } from "../platform/http/fields.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";
import { flags } from "./contact-rules/flags.ts";
import { bands } from "./engagement/temperature/score.ts";
import { registrationStatuses } from "./intake/registration/registration-statuses.ts";
import { leadSources } from "./lead-row.ts";
import { eventTypes } from "./lifecycle/events.ts";
import { legacyStatuses } from "./lifecycle/projections.ts";
import { pipelineTypes, stages } from "./lifecycle/stages.ts";

export const LeadParams = Type.Object({ lead_id: Id() });
export type LeadParams = Static<typeof LeadParams>;

export const Stage = () => OneOf(stages, { title: "LeadStage" });
export const PipelineType = () => OneOf(pipelineTypes, { title: "PipelineType" });
export const Flag = () => OneOf(flags, { title: "LeadFlagName" });

export const Temperature = Component("LeadTemperature", {
  score: Type.Number({ minimum: 0, maximum: 100 }),
  band: OneOf(bands),
});

export const FollowUp = Component("FollowUp", {
  due_at: Timestamp(),
  note: Nullable(Type.String()),
  source: OneOf(["agent", "default"], { description: "Booked by an agent, or by default after a contact" }),
  reminded_at: Nullable(Timestamp()),
});
export type FollowUp = Static<typeof FollowUp>;

export const AgentName = Component("AgentName", { id: Type.Integer(), name: Type.String() });

const ResponseClock = Type.Object(
  {
    target_seconds: Nullable(Type.Integer()),
    remaining_seconds: Nullable(
      Type.Integer({ description: "Null when the response clock has stopped, negative after a breach" }),
    ),
    breached_at: Nullable(Timestamp()),
  },
  { title: "ResponseClock", description: "The response clock: the time allowed until the first outreach" },
);

/** The fields of every view of a lead. */
const summary = {
  id: Type.Integer(),
  brokerage_id: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  subject: Type.String(),
  source: OneOf(leadSources),
  pipeline_type: PipelineType(),
  stage: Stage(),
  stage_entered_at: Timestamp(),
  status: OneOf(legacyStatuses, { description: "Legacy status, derived from the stage" }),
  assigned_agent_id: Nullable(Type.Integer()),
  assigned_agent: Nullable(AgentName),
  temperature: Temperature,
  flags: Type.Array(Flag()),
  tags: Type.Array(Type.String(), { description: "By name" }),
  follow_up: Nullable(FollowUp),
  sla: ResponseClock,
  suspect: Type.Array(Type.String(), { description: "Why the lead may be spam: honeypot, flood" }),
  created_at: Timestamp(),
  last_contact: Timestamp(),
};

export const LeadSummary = Component("LeadSummary", summary);
export type LeadSummary = Static<typeof LeadSummary>;

const Permission = Component("ContactPermission", {
  allowed: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why not; null when allowed" })),
});

export const LeadDetail = Component("Lead", {
  ...summary,
  lead_id: Type.Integer({ description: "The same as `id`" }),
  message: Type.String(),
  notes: Nullable(Type.String()),
  source_domain: Nullable(Type.String()),
  source_page: Nullable(Type.String()),
  utm_source: Nullable(Type.String()),
  utm_medium: Nullable(Type.String()),
  utm_campaign: Nullable(Type.String()),
  buyer_status: Nullable(Type.String()),
  seller_status: Nullable(Type.String()),
  name: Type.String({ description: "The registered name, or first and last name" }),
  registration_status: Nullable(OneOf(registrationStatuses)),
  preferences: Nullable(
    Type.Object(
      {},
      { additionalProperties: true, description: "Preferences of a registered lead; empty when unknown" },
    ),
  ),
  first_response_at: Nullable(Timestamp()),
  available_transitions: Type.Array(OneOf(eventTypes), { description: "Events that can be reported now" }),
  may_receive: Type.Object(
    { email: Permission, marketing_email: Permission, text: Permission, call: Permission },
    { description: "The channels on which the lead may be contacted, by its flags and contact data" },
  ),
  unverified_contacts: Type.Integer({
    minimum: 0,
    description:
      "Number of timeline rows `unverified_contact` that staff have not accepted: forms in this lead's name with other contact data",
  }),
  updated_at: Timestamp(),
});
export type LeadDetail = Static<typeof LeadDetail>;

export const FollowUpBody = Type.Object({
  due_at: Type.String({ format: "date-time", description: "When the follow-up is due; not in the past" }),
  note: OptionalBlank(2000, "What the follow-up is about"),
});
export type FollowUpBody = Static<typeof FollowUpBody>;

export const ClearedFollowUp = Type.Object({ message: Type.String() });
export type ClearedFollowUp = Static<typeof ClearedFollowUp>;

export const UnverifiedContactParams = Type.Object({
  ...LeadParams.properties,
  event_id: Id({ description: "The id of the timeline row `unverified_contact`" }),
});
export type UnverifiedContactParams = Static<typeof UnverifiedContactParams>;
