import { route } from "../../../platform/http/route.ts";
import { leadVersion } from "../../lead-version.ts";
import { LeadParams } from "../../leads.schemas.ts";
import { getLeadTimeline } from "./get-lead-timeline.ts";
import { recordLeadTransition } from "./record-lead-transition.ts";
import { Timeline, TransitionBody } from "./timeline.schemas.ts";

/** The timeline of a lead, and its transitions. */
export const timelineRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/transitions",
    operationId: "getLeadTimeline",
    version: leadVersion,
    summary: "Get the timeline of a lead",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: Timeline,
    errors: { 404: "Lead not found" },
    run: getLeadTimeline,
  }),
  route({
    method: "POST",
    path: "/api/v1/admin/leads/{lead_id}/transitions",
    operationId: "recordLeadTransition",
    version: leadVersion,
    summary: "Report an event of a lead",
    description: "The event can move the lead to another stage. The reply is the updated timeline.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    body: TransitionBody,
    invalidBody: 400,
    response: Timeline,
    errors: {
      400: "Malformed JSON, or an invalid event, reason, channel or time",
      404: "Lead not found",
      409: "The event is not allowed in the lead's stage, or the request with this Idempotency-Key is still running",
    },
    run: recordLeadTransition,
  }),
];
