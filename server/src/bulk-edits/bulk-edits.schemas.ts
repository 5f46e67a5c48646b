import { type Static, Type } from "typebox";
import { Component } from "../platform/http/component.ts";
import { Id, OptionalBlank, Timestamp } from "../platform/http/fields.ts";
import { Nullable, OneOf } from "../platform/http/list-envelope.ts";

export const MAX_LEADS = 200;
/** How long an edit can be undone. */
export const UNDO_MS = 60_000;

export const bulkActions = ["assign", "tag", "untag", "enroll", "move"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const BulkEditBody = Component("BulkEditInput", {
  lead_ids: Type.Array(Id(), {
    minItems: 1,
    maxItems: MAX_LEADS,
    description: "The leads; one that the caller may not edit is refused, and the others are edited",
  }),
  action: OneOf(bulkActions, {
    description:
      "What is done to each lead: `assign` takes `assigned_agent_id`, `tag` and `untag` take `tag`, `enroll` takes " +
      "`sequence_id`, `move` takes `event_type`",
  }),
  assigned_agent_id: Type.Optional(
    Nullable(Id({ description: "An active agent of the leads' brokerage; null for no agent" })),
  ),
  reassign_reason: OptionalBlank(2000, "The note in the timeline rows of the assignment"),
  tag: Type.Optional(
    Type.String({ trim: true, minLength: 1, maxLength: 40, description: "The name of the tag" }),
  ),
  sequence_id: Type.Optional(
    Id({ description: "A drip sequence of the leads' brokerage; brokers and admins only" }),
  ),
  event_type: Type.Optional(
    Type.String({
      description: "The event to report, as for POST /api/v1/admin/leads/{lead_id}/transitions",
    }),
  ),
  reason_code: OptionalBlank(100, "The reason of the event, where it needs one"),
  channel: OptionalBlank(20, "The channel of the event, where it is a contact"),
  note: OptionalBlank(2000, "The note of the event"),
});
export type BulkEditBody = Static<typeof BulkEditBody>;

const LeadResult = Component("BulkEditLeadResult", {
  lead_id: Type.Integer(),
  result: OneOf(["done", "refused"]),
  reason: Nullable(Type.String({ description: "Why it was refused; null when it was done" })),
});
export type LeadResult = Static<typeof LeadResult>;

export const BulkEdit = Component("BulkEdit", {
  id: Type.Integer({ description: "For POST /api/v1/admin/leads/bulk/{bulk_id}/undo" }),
  action: OneOf(bulkActions),
  created_at: Timestamp(),
  undo_until: Timestamp(),
  done: Type.Integer({ minimum: 0, description: "Number of leads that were edited" }),
  refused: Type.Integer({ minimum: 0, description: "Number of leads that were refused" }),
  leads: Type.Array(LeadResult, { description: "One of each lead, in the order of the request" }),
});
export type BulkEdit = Static<typeof BulkEdit>;

export const BulkEditParams = Type.Object({ bulk_id: Id() });
export type BulkEditParams = Static<typeof BulkEditParams>;

export const undoParts = ["stage", "agent", "tags", "drips", "deleted", "brokerage_disabled"] as const;

const UndoneLead = Component("BulkUndoLeadResult", {
  lead_id: Type.Integer(),
  result: OneOf(["undone", "partly_undone", "kept"], {
    description: "kept: nothing was undone, because all that was edited has changed since",
  }),
  changed_since: Type.Array(OneOf(undoParts), {
    description: "What was not undone, because it has changed since",
  }),
});
export type UndoneLead = Static<typeof UndoneLead>;

export const BulkUndo = Component("BulkUndo", {
  id: Type.Integer(),
  undone_at: Timestamp(),
  leads: Type.Array(UndoneLead, { description: "One of each lead that was edited" }),
});
export type BulkUndo = Static<typeof BulkUndo>;
