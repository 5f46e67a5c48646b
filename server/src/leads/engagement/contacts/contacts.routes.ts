import { route } from "../../../platform/http/route.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { ContactBody, LoggedContact } from "./contacts.schemas.ts";
import { logLeadContact } from "./log-lead-contact.ts";

export const contactRoutes = [
  route({
    method: "POST",
    path: "/api/v1/admin/leads/{lead_id}/contacts",
    operationId: "logLeadContact",
    summary: "Log a contact with a lead",
    description:
      "In any stage. The first outbound one to a NEW lead is its contact_attempted. It settles the follow-up that was " +
      "booked before it; after an outbound one the brokerage's default takes its place.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    body: ContactBody,
    invalidBody: 400,
    status: 201,
    response: LoggedContact,
    errors: {
      400: "Malformed JSON, or a channel, direction or time that is none",
      404: "Lead not found",
    },
    run: logLeadContact,
  }),
];
