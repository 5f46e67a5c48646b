import { Type } from "typebox";
import { route } from "../platform/http/route.ts";
import { EVENT_STREAM } from "../platform/http/server-sent-events.ts";
import { describeStreamEvents } from "./described-stream-events.ts";
import { streamEvents } from "./stream-events.ts";

export const liveStreamRoutes = [
  route({
    method: "GET",
    path: "/api/v1/admin/stream",
    operationId: "streamEvents",
    summary: "Follow changes as they happen",
    description: describeStreamEvents(),
    tag: "Live stream",
    permission: "authenticated",
    session: "any",
    limits: ["streams"],
    query: Type.Object({
      last_event_id: Type.Optional(
        Type.String({
          maxLength: 40,
          description:
            "As the header Last-Event-ID, which applies when both are sent: a new `EventSource` cannot set headers",
        }),
      ),
    }),
    response: Type.String(),
    produces: EVENT_STREAM,
    errors: { 503: "Too many streams at the moment" },
    run: streamEvents,
  }),
];
