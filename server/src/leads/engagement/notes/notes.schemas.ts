import { type Static, Type } from "typebox";
import { Component } from "../../../platform/http/component.ts";
import { Text, Timestamp } from "../../../platform/http/fields.ts";
import { EventActor, NOTE_LENGTH } from "../../lifecycle/timeline/timeline.schemas.ts";

export const LeadNoteBody = Component("LeadNoteInput", { note: Text(NOTE_LENGTH) });
export type LeadNoteBody = Static<typeof LeadNoteBody>;

export const LeadNote = Component("LeadNote", {
  id: Type.Integer({ description: "The id of its timeline row" }),
  lead_id: Type.Integer(),
  note: Type.String(),
  occurred_at: Timestamp(),
  actor: EventActor,
});
export type LeadNote = Static<typeof LeadNote>;
