import { type Static, Type } from "typebox";
import { Nullable } from "../../platform/http/list-envelope.ts";
import { parseTimestamp, type Timestamp } from "../../platform/parse-timestamp.ts";

/** The field `occurred_at` of a body; absent, null and blank mean now. */
export const OccurredAt = () =>
  Type.Optional(
    Nullable(
      Type.String({
        format: "date-time-or-blank",
        description: "When it happened, if in the past: 2026-06-15T12:00:00Z; UTC without a zone",
      }),
    ),
  );
type OccurredAt = Static<ReturnType<typeof OccurredAt>>;

/** Null: now. */
export function occurredAtOf(text: OccurredAt | undefined): Timestamp | null {
  return text ? parseTimestamp(text) : null;
}

/**
 * A timestamp without fractions may be anywhere in its second. It is moved after an event of the same second, such as the
 * lead's arrival.
 */
export function notBefore(earliest: Date, { at, isWholeSecond }: Timestamp): Date {
  const late = earliest.getTime() - at.getTime();
  return isWholeSecond && late > 0 && late < 1000 ? earliest : at;
}
