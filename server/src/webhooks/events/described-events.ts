import { eventData } from "./event-data.ts";

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const headers = [
  header("webhook-id", "The same at every attempt: what has been seen before is a repeat"),
  header("webhook-timestamp", "Of this attempt, in Unix seconds"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; several with spaces between",
  ),
];

const responses = {
  "2XX": { description: "Taken" },
  "410": { description: "Nothing more is wanted here: the webhook is disabled" },
  default: { description: "Not taken: it comes again" },
};

/** The webhook messages in the OpenAPI 3.1 document (`webhooks`). */
export const describedEvents: Record<string, object> = Object.fromEntries(
  Object.entries(eventData).map(([event, { when, data }]) => [
    event,
    {
      post: {
        operationId: `receive ${event}`.replaceAll(/[ ._]([a-z])/g, (_, letter: string) =>
          letter.toUpperCase(),
        ),
        tags: ["Webhooks"],
        // Its signature proves where it comes from.
        security: [],
        summary: `${when.charAt(0).toUpperCase()}${when.slice(1)}`,
        parameters: headers,
        requestBody: { required: true, content: { "application/json": { schema: envelope(event, data) } } },
        responses,
      },
    },
  ]),
);

/** SPEC: Webhook events. */
function envelope(event: string, data: object) {
  return {
    title: `${event}.event`.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    type: "object",
    required: ["event", "timestamp", "data"],
    properties: {
      event: { type: "string", const: event },
      timestamp: { type: "string", format: "date-time", description: "When it happened" },
      data,
    },
  };
}
