import type { Refusal } from "../../../platform/http/route.ts";

/** How `/register` words its refusals (SPEC: Client registration, endpoints); all others are as everywhere. */
export function registrationRefusal({ status, detail, retryAfter }: Refusal) {
  if (status === 422 && Array.isArray(detail) && detail.every(({ loc }) => loc[0] === "body")) {
    // Of two things that are wrong with a field, the first is told.
    const messages = detail.toReversed().map(({ loc, msg }) => [String(loc[1] ?? loc[0] ?? "body"), msg]);
    const details = Object.fromEntries(messages);
    return { status: 400, body: { success: false, error: "validation_failed", details } };
  }
  if (status === 429) {
    return { status, body: { success: false, error: "rate_limit_exceeded", retry_after: retryAfter } };
  }
  return null;
}
