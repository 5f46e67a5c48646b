import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { directions } from "../../engagement/contacts/contact-columns.ts";
import { bands } from "../../engagement/temperature/score.ts";
import { Flag, PipelineType, Stage } from "../../leads.schemas.ts";
import { channels, eventTypes } from "../../lifecycle/events.ts";
import { legacyStatuses } from "../../lifecycle/projections.ts";
import { leadSorts } from "../list/lead-order.ts";

const Label = Type.String();

const EventMeta = Component("LeadEventType", {
  event_type: OneOf(eventTypes),
  label: Label,
  from: Type.Array(Stage(), {
    description: "The stages in which it is allowed; empty for events that move no lead",
  }),
  to: Nullable(Stage()),
  pipeline_types: Type.Array(PipelineType(), { description: "The pipelines that have the event" }),
  needs_reason: Type.Boolean(),
  needs_channel: Type.Boolean(),
  postable: Type.Boolean({ description: "true: staff can report it; false: only the system records it" }),
});
export type EventMeta = Static<typeof EventMeta>;

export const LeadMeta = Component("LeadMeta", {
  stages: Type.Array(
    Type.Object({
      stage: Stage(),
      label: Label,
      open: Type.Boolean({ description: "true: leads in this stage are still in the pipeline" }),
    }),
    { description: "In the order of the pipeline" },
  ),
  events: Type.Array(EventMeta),
  reasons: Type.Record(Type.String(), Type.Array(Type.Object({ code: Type.String(), label: Label })), {
    description: "The values of `reason_code` for each event_type",
  }),
  channels: Type.Array(OneOf(channels)),
  directions: Type.Array(OneOf(directions)),
  flags: Type.Array(Type.Object({ flag: Flag(), label: Label })),
  pipeline_types: Type.Array(PipelineType()),
  temperature: Type.Array(
    Type.Object({ band: OneOf(bands), from: Type.Number({ description: "The lowest score in the band" }) }),
    { description: "Coldest first" },
  ),
  legacy_statuses: Type.Array(OneOf(legacyStatuses)),
  sorts: Type.Array(OneOf(leadSorts)),
});
export type LeadMeta = Static<typeof LeadMeta>;
