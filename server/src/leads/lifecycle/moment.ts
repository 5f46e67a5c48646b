import { type Static, Type } from "typebox";
import { Nullable } from "../../platform/http/list-envelope.ts";

/** When something happened, in a body: absent and null are now. */
export const OccurredAt = () =>
  Type.Optional(
    Nullable(
      Type.String({
        format: "date-time",
        description: "When it happened, if that was earlier than now: 2026-06-15T12:00:00Z",
      }),
    ),
  );
type OccurredAt = Static<ReturnType<typeof OccurredAt>>;

/** Null: it happens now. */
export function occurredAtOf(text: OccurredAt | undefined): Date | null {
  return text === undefined || text === null ? null : new Date(text);
}
