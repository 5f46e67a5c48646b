import type { TenantContext } from "../platform/context.ts";
import { route } from "../platform/http/route.ts";
import { EventsBody, EventsReply, requireSession, sessionRoute } from "../visitors/index.ts";
import { recordVisitorEvents } from "./record-visitor-events.ts";

/** A beacon sends its session id in the body. That session's limit is counted, whichever session the headers name. */
async function requireCountedSession(ctx: TenantContext, body?: unknown): Promise<void> {
  const { id } = await requireSession(ctx, body);
  if (id !== ctx.sessionId) await ctx.limits.take("session_events", id);
}

export const engagementRoutes = [
  route({
    ...sessionRoute,
    method: "POST",
    path: "/sessions/events",
    operationId: "recordVisitorEvents",
    summary: "Tell what the visitor has done, at most 1,000 events at once",
    description:
      "Preferences are found out anew from all events there are, in the order of their timestamps, whichever order they " +
      "come in. JSON may be sent as text/plain too, with the session in the body: a browser's beacon sets no headers.",
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
];
