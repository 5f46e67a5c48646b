import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { OptionalBlank, Timestamp } from "../../../platform/http/fields.ts";
import { Nullable, OneOf } from "../../../platform/http/list-envelope.ts";
import { Stage } from "../../leads.schemas.ts";
import { channels } from "../../lifecycle/events.ts";
import { OccurredAt } from "../../lifecycle/occurred-at.ts";
import { EventActor, NOTE_LENGTH } from "../../lifecycle/timeline/timeline.schemas.ts";
import { directions } from "./contact-columns.ts";

export const ContactBody = Type.Object({
  channel: OneOf(channels),
  direction: OneOf(directions, {
    description: "outbound: staff contacted the lead; inbound: the lead contacted staff",
  }),
  note: OptionalBlank(NOTE_LENGTH),
  occurred_at: OccurredAt(),
});
export type ContactBody = Static<typeof ContactBody>;

export const LoggedContact = Component("LeadContact", {
  id: Type.Integer({ description: "The id of its timeline row" }),
  lead_id: Type.Integer(),
  channel: OneOf(channels),
  direction: OneOf(directions),
  note: Nullable(Type.String()),
  occurred_at: Timestamp(),
  actor_entered_at: Nullable(Timestamp()),
  actor: EventActor,
  stage: Stage(),
});
export type LoggedContact = Static<typeof LoggedContact>;
