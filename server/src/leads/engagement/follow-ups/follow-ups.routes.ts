import { route } from "../../../platform/http/route.ts";
import { leadVersion } from "../../lead-version.ts";
import { ClearedFollowUp, FollowUp, FollowUpBody, LeadParams } from "../../leads.schemas.ts";
import { clearLeadFollowUp } from "./clear-lead-follow-up.ts";
import { setLeadFollowUp } from "./set-lead-follow-up.ts";

const ofLead = { path: "/api/v1/admin/leads/{lead_id}/follow-up", tag: "Leads" } as const;

/** The next follow-up of a lead; at most one. */
export const followUpRoutes = [
  route({
    ...ofLead,
    method: "PUT",
    operationId: "setLeadFollowUp",
    version: leadVersion,
    summary: "Book the next follow-up of a lead",
    description: "Replaces the previous one. The next contact completes it; leaving the pipeline clears it.",
    permission: "authenticated",
    params: LeadParams,
    body: FollowUpBody,
    response: FollowUp,
    errors: { 404: "Lead not found", 409: "The lead has left the pipeline" },
    run: setLeadFollowUp,
  }),
  route({
    ...ofLead,
    method: "DELETE",
    operationId: "clearLeadFollowUp",
    version: leadVersion,
    summary: "Clear the follow-up of a lead",
    permission: "authenticated",
    params: LeadParams,
    response: ClearedFollowUp,
    errors: { 404: "Lead not found, or No follow-up" },
    run: clearLeadFollowUp,
  }),
];
