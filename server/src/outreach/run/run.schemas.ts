import { type Static, Type } from "typebox";
import { Component } from "../../platform/http/component.ts";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

export const runActions = ["sent", "retry", "stopped", "completed", "would_send"] as const;

const Action = Component("DripAction", {
  enrollment_id: Type.Integer(),
  lead_id: Type.Integer(),
  sequence_id: Type.Integer(),
  position: Type.Integer({ description: "Position of the step" }),
  action: OneOf(runActions),
  reason: Nullable(
    Type.String({
      description: "Why the enrollment was stopped (`stopped_reason`), or why the mail was not sent",
    }),
  ),
});
export type RunAction = Static<typeof Action>;

export const DripRunQuery = Type.Object({
  dry_run: Type.Boolean({
    default: false,
    description: "true: report what would be done, and change nothing",
  }),
});
export type DripRunQuery = Static<typeof DripRunQuery>;

export const DripRunReport = Component("DripRunReport", {
  dry_run: Type.Boolean(),
  actions: Type.Array(Action, { description: "The first 10000 actions, in order" }),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: `Number of times of each action: ${runActions.join(", ")}`,
  }),
  notes: Type.Array(Type.String(), { description: "Notes for the operator" }),
});
export type DripRunReport = Static<typeof DripRunReport>;
