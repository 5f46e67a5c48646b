import type { TenantContext } from "../platform/context.ts";
import { route } from "../platform/http/route.ts";
import { EventsBody, EventsReply, requireSession, sessionRoute } from "../visitors/index.ts";
import { listLeadVisits } from "./list-lead-visits.ts";
import { recordVisitorEvents } from "./record-visitor-events.ts";
import { LeadParams, LeadVisits } from "./visits.schemas.ts";

/** A beacon sends its session id in the body. The rate limit of that session applies, independent of the headers. */
async function requireCountedSession(ctx: TenantContext, body?: unknown): Promise<void> {
  // Their events are dropped, with a session and without.
  if (ctx.refusesTracking) return;
  const { id } = await requireSession(ctx, body);
  if (id !== ctx.sessionId) await ctx.limits.take("session_events", id);
}

export const engagementRoutes = [
  route({
    ...sessionRoute,
    method: "POST",
    path: "/sessions/events",
    operationId: "recordVisitorEvents",
    summary: "Record events of the visitor, at most 1,000 per request",
    description:
      "Preferences are inferred from all events of the session in the order of their timestamps, independent of the order in which they " +
      "arrive. JSON may also be sent as text/plain with the session in the body, because a browser's beacon cannot set headers. " +
      "With `Sec-GPC: 1` or `DNT: 1` the events are dropped: none is `processed`.",
    limits: ["session_events"],
    precondition: requireCountedSession,
    body: EventsBody,
    invalidBody: 400,
    beacon: true,
    response: EventsReply,
    errors: {
      400: "Missing Host header, malformed JSON or an invalid event",
      404: "Brokerage not found; Session not found",
    },
    run: recordVisitorEvents,
  }),
  route({
    method: "GET",
    path: "/api/v1/admin/leads/{lead_id}/visits",
    operationId: "listLeadVisits",
    summary: "List the visits of a lead to the website, newest first",
    description:
      "From the newest 2,000 events of the lead; a visit ends with a pause of 30 minutes. Visitors who refuse to be tracked have none.",
    tag: "Leads",
    permission: "authenticated",
    params: LeadParams,
    response: LeadVisits,
    errors: { 404: "Lead not found" },
    run: listLeadVisits,
  }),
];
