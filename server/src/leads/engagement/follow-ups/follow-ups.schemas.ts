import { type Static, Type } from "typebox";
import { OptionalBlank } from "../../../platform/http/fields.ts";

export const FollowUpBody = Type.Object({
  due_at: Type.String({ format: "date-time", description: "Not in the past" }),
  note: OptionalBlank(2000, "What to do"),
});
export type FollowUpBody = Static<typeof FollowUpBody>;

export const ClearedFollowUp = Type.Object({ message: Type.String() });
export type ClearedFollowUp = Static<typeof ClearedFollowUp>;
