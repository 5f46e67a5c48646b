import { route } from "../../../platform/http/route.ts";
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
    summary: "A lead's timeline",
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
    summary: "Report what happened to a lead",
    description: "The lead moves as the event says. Answers the refreshed timeline.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    body: TransitionBody,
    invalidBody: 400,
    response: Timeline,
    errors: {
      400: "Malformed JSON, or an event, reason, channel or time that is none",
      404: "Lead not found",
      409: "The event is not legal from the lead's stage, or the request with this Idempotency-Key is still running",
    },
    run: recordLeadTransition,
  }),
];
