import { route } from "../../../platform/http/route.ts";
import { leadVersion } from "../../lead-version.ts";
import { LeadDetail, UnverifiedContactParams } from "../../leads.schemas.ts";
import { acceptUnverifiedContact } from "./accept-unverified-contact.ts";

export const unverifiedContactRoutes = [
  route({
    method: "POST",
    path: "/api/v1/admin/leads/{lead_id}/unverified-contacts/{event_id}/accept",
    operationId: "acceptUnverifiedContact",
    version: leadVersion,
    summary: "Accept the phone and preferences of an unverified contact",
    description:
      "A public form in the name of an existing lead does not change the lead: its phone and preferences are in the payload " +
      "of the timeline row `unverified_contact` until staff accept them here.",
    tag: "Leads",
    permission: "authenticated",
    params: UnverifiedContactParams,
    response: LeadDetail,
    errors: {
      404: "Lead not found; Unverified contact not found",
      409: "It was accepted already",
    },
    run: acceptUnverifiedContact,
  }),
];
