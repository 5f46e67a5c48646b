import { type Refusal, route } from "../../../platform/http/route.ts";
import { registerClient } from "./register-client.ts";
import {
  RegisterBody,
  Registered,
  RegistrationInvalid,
  RegistrationTooOften,
} from "./registration.schemas.ts";

export const registrationRoutes = [
  route({
    method: "POST",
    path: "/register",
    operationId: "registerClient",
    storesKilobytes: 16,
    summary: "Register as a client of the brokerage",
    description:
      "The lead is routed to an agent, who is notified at once; the client gets a welcome mail. With the name and email of an " +
      "existing lead, only its `last_contact` changes: another phone becomes an unverified contact on the timeline, and a sender who is not " +
      "recognized gets the same reply as a new client.",
    tag: "Leads",
    permission: "public",
    tenant: true,
    limits: ["registration_address"],
    body: RegisterBody,
    response: Registered,
    refusal: registrationRefusal,
    errors: { 400: RegistrationInvalid, 429: RegistrationTooOften },
    run: registerClient,
  }),
];

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
