import { route } from "../../../platform/http/route.ts";
import { leadVersion } from "../../lead-version.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { ContactBody, LoggedContact } from "./contacts.schemas.ts";
import { logLeadContact } from "./log-lead-contact.ts";

export const contactRoutes = [
  route({
    method: "POST",
    path: "/api/v1/admin/leads/{lead_id}/contacts",
    operationId: "logLeadContact",
    version: leadVersion,
    summary: "Log a contact with a lead",
    description:
      "Possible in any stage. The first outbound contact to a NEW lead is its contact_attempted. A contact completes the follow-up that was " +
      "booked before it; after an outbound contact the brokerage's default follow-up is booked.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    body: ContactBody,
    invalidBody: 400,
    status: 201,
    response: LoggedContact,
    errors: {
      400: "Malformed JSON, or an invalid channel, direction or time",
      404: "Lead not found",
    },
    run: logLeadContact,
  }),
];
