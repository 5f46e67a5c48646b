import { route } from "../../platform/http/route.ts";
import { LeadDetail } from "../leads.schemas.ts";
import { createManualLead } from "./create-manual-lead.ts";
import { ContactFormBody, ContactFormReply, ManualLeadBody } from "./intake.schemas.ts";
import { submitContactForm } from "./submit-contact-form.ts";

/** Contact form and manual entry. */
export const intakeRoutes = [
  route({
    method: "POST",
    path: "/api/contact",
    operationId: "submitContactForm",
    storesKilobytes: 16,
    summary: "Submit the website's contact form",
    description: "The request's domain determines the brokerage.",
    tag: "Leads",
    permission: "public",
    tenant: true,
    limits: ["forms_address"],
    body: ContactFormBody,
    response: ContactFormReply,
    run: submitContactForm,
  }),
  route({
    method: "POST",
    path: "/api/v1/admin/leads",
    operationId: "createManualLead",
    summary: "Create a lead manually",
    description: "The lead is not routed: it is assigned only if an agent is named.",
    tag: "Leads",
    permission: "authenticated",
    body: ManualLeadBody,
    status: 201,
    response: LeadDetail,
    errors: {
      400: "No brokerage context - cannot create lead, or an agent who is not an active agent of the brokerage",
      404: "Brokerage not found or disabled",
    },
    run: createManualLead,
  }),
];
