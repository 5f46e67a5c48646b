import { type Static, Type } from "typebox";
import { Nullable, OneOf } from "../../platform/http/list-envelope.ts";

export const runActions = ["sent", "retry", "stopped", "completed", "would_send"] as const;

const Action = Type.Object({
  enrollment_id: Type.Integer(),
  lead_id: Type.Integer(),
  sequence_id: Type.Integer(),
  position: Type.Integer({ description: "Of the step" }),
  action: OneOf(runActions),
  reason: Nullable(
    Type.String({ description: "Why it was stopped (`stopped_reason`), or why the mail did not leave" }),
  ),
});
export type RunAction = Static<typeof Action>;

export const DripRunQuery = Type.Object({
  dry_run: Type.Boolean({ default: false, description: "Says what would be sent, and changes nothing" }),
});
export type DripRunQuery = Static<typeof DripRunQuery>;

export const DripRunReport = Type.Object({
  dry_run: Type.Boolean(),
  actions: Type.Array(Action, { description: "In the order in which they were taken; the first 10000" }),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: `How often each action was taken: ${runActions.join(", ")}`,
  }),
  notes: Type.Array(Type.String(), { description: "What an operator should know" }),
});
export type DripRunReport = Static<typeof DripRunReport>;
