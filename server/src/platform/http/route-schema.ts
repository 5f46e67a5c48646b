import { type TSchema, Type } from "typebox";
import { permissions } from "./permissions.ts";
import type { Route } from "./route.ts";

const ErrorReply = Type.Object({ detail: Type.String() });
const ValidationReply = Type.Object({
  detail: Type.Array(
    Type.Object({
      loc: Type.Array(Type.Unsafe<string | number>({ type: ["string", "integer"] })),
      msg: Type.String(),
      type: Type.String(),
    }),
  ),
});
const InternalReply = Type.Object({ detail: Type.String(), request_id: Type.String() });

/** The schema Fastify validates with and the OpenAPI document is made of. */
export function routeSchema<Ctx>(route: Route<Ctx>): object {
  const { roles, refusal } = permissions[route.permission];
  const error = (description: string) => ({ ...ErrorReply, description });
  const takesInput = route.params || route.query || route.body;
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: [route.description, `Permission: ${route.permission}.`].filter(Boolean).join("\n\n"),
    tags: [route.tag],
    security: roles === null ? [] : [{ apiKey: [] }],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: withoutNeedlessRequired(route.query) }),
    ...(route.body && { body: route.body }),
    ...(route.streamBody && {
      consumes: ["application/x-ndjson", "application/json", "application/gzip"],
      body: { type: "string", description: "A stream of any length" },
    }),
    ...(route.upload && { consumes: ["multipart/form-data"] }),
    response: {
      [route.status ?? 200]: route.produces
        ? { description: "Success", content: { [route.produces]: { schema: route.response } } }
        : { description: "Success", ...route.response },
      ...(route.tenant && {
        400: error("Missing Host header"),
        404: error("Brokerage not found"),
      }),
      ...Object.fromEntries(
        Object.entries(route.errors ?? {}).map(([status, body]) => [
          status,
          typeof body === "string" ? error(body) : { description: "See the schema", ...body },
        ]),
      ),
      ...(roles !== null && { 401: error("Not authenticated, or Invalid API key") }),
      ...(refusal && { 403: error(refusal) }),
      ...(takesInput && { 422: { ...ValidationReply, description: "Validation error" } }),
      500: { ...InternalReply, description: "Internal server error" },
    },
  };
}

/** A parameter with a default need not be sent, whatever its type says of the value that arrives. */
function withoutNeedlessRequired(schema: TSchema): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return { ...schema, required: required.filter((name) => !("default" in (properties[name] ?? {}))) };
}
