import type { Refusal } from "../../../platform/http/route.ts";

/** The error format of `/register` (SPEC: Client registration, endpoints) for 400 and 429. */
export function registrationRefusal({ status, detail, retryAfter }: Refusal) {
  if (status === 422 && Array.isArray(detail) && detail.every(({ loc }) => loc[0] === "body")) {
    // Only the first issue of each field is reported.
    const messages = detail.toReversed().map(({ loc, msg }) => [String(loc[1] ?? loc[0] ?? "body"), msg]);
    const details = Object.fromEntries(messages);
    return { status: 400, body: { success: false, error: "validation_failed", details } };
  }
  if (status === 429) {
    return { status, body: { success: false, error: "rate_limit_exceeded", retry_after: retryAfter } };
  }
  return null;
}
