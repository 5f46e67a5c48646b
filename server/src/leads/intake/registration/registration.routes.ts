import { route } from "../../../platform/http/route.ts";
import { registrationRefusal } from "./refusals.ts";
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
      "The lead is routed to an agent, who is told at once; the client gets a welcome mail. In the name and email of a lead " +
      "that is there it moves `last_contact` alone: another phone is an unverified contact on the timeline, and a sender who is not " +
      "recognized is told what somebody new is told.",
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
