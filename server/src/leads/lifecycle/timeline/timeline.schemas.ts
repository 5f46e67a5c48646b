import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { OptionalBlank, Timestamp } from "../../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { Flag, Stage } from "../../leads.schemas.ts";
import { channels, eventTypes, reportableEvents } from "../events.ts";
import { OccurredAt } from "../occurred-at.ts";

export const NOTE_LENGTH = 10_000;

export const TransitionBody = Type.Object({
  event_type: OneOf(reportableEvents),
  reason_code: OptionalBlank(100, "GET /api/v1/admin/leads/meta lists the values for each event"),
  note: OptionalBlank(NOTE_LENGTH),
  channel: OptionalBlank(20, "call, email or text; contact_attempted needs it"),
  occurred_at: OccurredAt(),
});
export type TransitionBody = Static<typeof TransitionBody>;

export const EventActor = Component("TimelineActor", {
  type: OneOf(["api_key", "user", "visitor", "system"]),
  id: Nullable(Type.Integer()),
  name: Type.String(),
});

const TimelineEvent = Component("TimelineEvent", {
  id: Type.Integer(),
  event_type: OneOf(eventTypes),
  from_stage: Nullable(Stage()),
  to_stage: Nullable(Stage()),
  reason_code: Nullable(Type.String()),
  note: Nullable(Type.String()),
  channel: Nullable(OneOf(channels)),
  occurred_at: Timestamp(),
  actor_entered_at: Nullable(Timestamp()),
  actor: EventActor,
  payload: Type.Record(Type.String(), Type.Unknown()),
});
export type TimelineEvent = Static<typeof TimelineEvent>;

export const Timeline = Component("LeadTimeline", {
  lead_id: Type.Integer(),
  stage: Stage(),
  events: Type.Array(TimelineEvent, {
    description:
      "Oldest first. `occurred_at` is when it happened; `actor_entered_at`, when it was entered, if later. Events that " +
      "do not change the stage show the lead's stage at that time.",
  }),
  available_transitions: Type.Array(OneOf(reportableEvents), {
    description: "Events that can be reported now",
  }),
  warnings: Type.Array(Flag(), { description: "The active communication flags" }),
});
export type Timeline = Static<typeof Timeline>;
