import { type Static, Type } from "typebox";
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

export const Stage = () => OneOf(stages);
export const PipelineType = () => OneOf(pipelineTypes);
export const Flag = () => OneOf(flags);

export const Temperature = Type.Object({
  score: Type.Number({ minimum: 0, maximum: 100 }),
  band: OneOf(bands),
});

export const FollowUp = Type.Object({
  due_at: Timestamp(),
  note: Nullable(Type.String()),
  source: OneOf(["agent", "default"], { description: "Booked by an agent, or by the brokerage's default" }),
  reminded_at: Nullable(Timestamp()),
});
export type FollowUp = Static<typeof FollowUp>;

const AgentName = Type.Object({ id: Type.Integer(), name: Type.String() });

const ResponseClock = Type.Object(
  {
    target_seconds: Nullable(Type.Integer()),
    remaining_seconds: Nullable(
      Type.Integer({ description: "Null when it has stopped, negative after a breach" }),
    ),
    breached_at: Nullable(Timestamp()),
  },
  { description: "How long the first outreach may take" },
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
  status: OneOf(legacyStatuses, { description: "Legacy: follows the stage" }),
  assigned_agent_id: Nullable(Type.Integer()),
  assigned_agent: Nullable(AgentName),
  temperature: Temperature,
  flags: Type.Array(Flag()),
  follow_up: Nullable(FollowUp),
  sla: ResponseClock,
  suspect: Type.Array(Type.String(), { description: "What is odd about how it came: honeypot, flood" }),
  created_at: Timestamp(),
  last_contact: Timestamp(),
};

export const LeadSummary = Type.Object(summary);
export type LeadSummary = Static<typeof LeadSummary>;

const Permission = Type.Object({
  allowed: Type.Boolean(),
  reason: Nullable(Type.String({ description: "Why not" })),
});

export const LeadDetail = Type.Object({
  ...summary,
  lead_id: Type.Integer({ description: "The same as id" }),
  message: Type.String(),
  notes: Nullable(Type.String()),
  source_domain: Nullable(Type.String()),
  source_page: Nullable(Type.String()),
  utm_source: Nullable(Type.String()),
  utm_medium: Nullable(Type.String()),
  utm_campaign: Nullable(Type.String()),
  buyer_status: Nullable(Type.String()),
  seller_status: Nullable(Type.String()),
  name: Type.String({ description: "As registered, or first and last name" }),
  registration_status: Nullable(OneOf(registrationStatuses)),
  preferences: Nullable(
    Type.Object(
      {},
      { additionalProperties: true, description: "Of a registered lead; empty until they are known" },
    ),
  ),
  first_response_at: Nullable(Timestamp()),
  available_transitions: Type.Array(OneOf(eventTypes), { description: "What may be reported now" }),
  may_receive: Type.Object(
    { email: Permission, marketing_email: Permission, text: Permission, call: Permission },
    { description: "What the lead may be sent, by its flags and what is known of it" },
  ),
  unverified_contacts: Type.Integer({
    minimum: 0,
    description:
      "How many forms in its name have left other data that staff have not accepted: its timeline rows `unverified_contact`",
  }),
  updated_at: Timestamp(),
});
export type LeadDetail = Static<typeof LeadDetail>;

export const FollowUpBody = Type.Object({
  due_at: Type.String({ format: "date-time", description: "Not in the past" }),
  note: OptionalBlank(2000, "What to do"),
});
export type FollowUpBody = Static<typeof FollowUpBody>;

export const ClearedFollowUp = Type.Object({ message: Type.String() });
export type ClearedFollowUp = Static<typeof ClearedFollowUp>;

export const UnverifiedContactParams = Type.Object({
  ...LeadParams.properties,
  event_id: Id({ description: "The `id` of the timeline row `unverified_contact`" }),
});
export type UnverifiedContactParams = Static<typeof UnverifiedContactParams>;
