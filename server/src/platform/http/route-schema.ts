import { type TSchema, Type } from "typebox";
import { Component } from "./component.ts";
import { describeDeprecation } from "./deprecation.ts";
import { FOREIGN_REQUEST } from "./foreign-requests.ts";
import { permissions, sessionKinds } from "./permissions.ts";
import { type RouteFlags, takesIdempotencyKey } from "./route.ts";
import { FORGEABLE } from "./staff-cookie.ts";

const ErrorReply = Component("Error", { detail: Type.String() });
const ValidationReply = Component("ValidationError", {
  detail: Type.Array(
    Component("ValidationIssue", {
      loc: Type.Array(Type.Unsafe<string | number>({ type: ["string", "integer"] })),
      msg: Type.String(),
      type: Type.String(),
    }),
  ),
});
const InternalReply = Component("InternalError", { detail: Type.String(), request_id: Type.String() });

const UNAUTHENTICATED =
  "`Not authenticated` (no credentials), `Invalid API key`, `Token has expired`, `Invalid token`, or the session of a cookie has ended";

const bodyRefusals = {
  400: { ...ErrorReply, description: "Malformed JSON" },
  413: { ...ErrorReply, description: "The body is larger than 1 MB" },
  415: { ...ErrorReply, description: "The body is not JSON" },
};

/** Routes without a body have no body schema; the parser's limits still apply. */
const unreadBodyRefusals = {
  413: bodyRefusals[413],
  415: { ...ErrorReply, description: "The content type is malformed" },
};

const TooManyReply = Component("TooManyRequests", {
  detail: Type.String(),
  retry_after: Type.Optional(Type.Integer({ minimum: 1, description: "Seconds; also in Retry-After" })),
});

const IdempotencyKey = {
  "Idempotency-Key": {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description:
      "Makes it safe to repeat the request: for 24 hours a request with the same key gets the reply of the first one, " +
      "with `Idempotent-Replayed: true`, and is not executed again.",
  },
};

const IfMatch = {
  type: "string",
  minLength: 1,
  maxLength: 1000,
  description:
    "The ETag of the record as it was read: if it has changed since, the request is refused with 412. Without the header it is not compared.",
};

const StaleReply = Component("PreconditionFailed", {
  detail: Type.String(),
  etag: Type.String({ description: "The ETag of the record now; also in the header ETag" }),
});

const ETag = { type: "string", description: "The version of the record, for If-Match of an edit" };

const editedTag = {
  ...ETag,
  description: "The version of the record after the edit; of requests with If-Match",
};

type Media = { description?: string; contentMediaType: string };

/** On any route, a token may have no role, or belong to an agent whose account is disabled, and a cookie may be sent by another website. */
function forbidden({ errors, method, session }: RouteFlags, refusal: string): string {
  const own = typeof errors?.[403] === "string" ? errors[403] : "";
  const byCookie = method === "GET" ? "" : FORGEABLE;
  const bySession = session && sessionKinds[session].refusal;
  return [refusal, bySession, own, "No role in the token", "This agent account is disabled", byCookie]
    .filter(Boolean)
    .join("; ");
}

/** The schema for Fastify's validation and for the OpenAPI document. */
export function routeSchema(route: RouteFlags): object {
  const { roles, refusal } = permissions[route.permission];
  const error = (description: string) => ({ ...ErrorReply, description });
  const keyed = takesIdempotencyKey(route);
  const edits = route.version !== undefined && route.method !== "GET";
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: [
      route.description,
      route.deprecated && describeDeprecation(route.deprecated),
      `Permission: ${route.token ? `a ${route.token} token, or the cookie of a signed-in client` : route.permission}.`,
    ]
      .filter(Boolean)
      .join("\n\n"),
    tags: [route.tag],
    ...(route.deprecated && { "x-sunset": route.deprecated.sunset }),
    ...(route.deprecated && !route.deprecated.fields && { deprecated: true }),
    security: route.optionalToken
      ? [{ [route.optionalToken]: [] }, { clientCookie: [] }, {}]
      : route.token
        ? [{ [route.token]: [] }, { clientCookie: [] }]
        : roles === null
          ? []
          : route.session
            ? [{ staffCookie: [] }]
            : [{ apiKey: [] }, { oidc: [] }, { staffCookie: [] }],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: withoutNeedlessRequired(route.query) }),
    ...(route.body && { body: withoutNeedlessRequired(route.body) }),
    ...((keyed || edits) && {
      headers: {
        type: "object",
        properties: { ...(keyed && IdempotencyKey), ...(edits && { "If-Match": IfMatch }) },
      },
    }),
    ...(route.streamBody && {
      consumes: ["application/x-ndjson", "application/json", "application/gzip"],
      body: { type: "string", description: "A stream of any length" },
    }),
    ...(route.upload && { consumes: ["multipart/form-data"] }),
    ...(route.signedForm && {
      consumes: ["application/x-www-form-urlencoded"],
      body: { type: "object", description: `Signed in ${route.signedForm.header}` },
    }),
    response: {
      [route.status ?? 200]: {
        ...successSchema(route),
        ...(route.version && !route.version.deletesRecord && { headers: { ETag: edits ? editedTag : ETag } }),
      },
      ...(route.accepted && { 202: route.accepted }),
      ...(route.noContent && { 204: { type: "null", description: route.noContent } }),
      ...((route.body || keyed) && !route.upload && !route.ignoresBody && bodyRefusals),
      ...(route.ignoresBody && unreadBodyRefusals),
      ...((route.token ?? route.optionalToken) && route.method !== "GET" && { 403: error(FOREIGN_REQUEST) }),
      ...(route.tenant && {
        400: error(route.body ? "Missing Host header, or malformed JSON" : "Missing Host header"),
        ...(!rewordsUnknownTenant(route) && { 404: error("Brokerage not found") }),
      }),
      ...(edits && {
        412: { ...StaleReply, description: "The record has changed since the version in If-Match" },
      }),
      ...(keyed && { 409: error("The request with this Idempotency-Key is still running") }),
      ...(!route.uncounted && { 429: { ...TooManyReply, description: "Rate limit exceeded" } }),
      ...(route.upload && { 400: error("Malformed form"), 413: error("The file is too large") }),
      ...Object.fromEntries(
        Object.entries(route.errors ?? {}).map(([status, body]) => [status, describeError(status, body)]),
      ),
      ...(!route.uncounted && { 503: unavailableReply(route.errors?.[503], roles !== null) }),
      ...(roles !== null && { 401: error(UNAUTHENTICATED), 403: error(forbidden(route, refusal)) }),
      422: validationReply(route.errors?.[422]),
      500: { ...InternalReply, description: "Internal server error" },
    },
  };
}

/** A route may have its own 422 beside the one for invalid input. */
function validationReply(own: string | TSchema | undefined): object {
  if (own === undefined) return { ...ValidationReply, description: "Validation error" };
  const described = describeError("422", own) as { description: string };
  return { description: `Validation error; ${described.description}`, anyOf: [ValidationReply, described] };
}

/** Every route has a 503 for database outages, beside its own. */
function unavailableReply(own: string | TSchema | undefined, asksWho: boolean): object {
  const cause = asksWho
    ? "The identity provider or the database cannot be reached"
    : "The database cannot be reached at the moment";
  if (own === undefined) return { ...ErrorReply, description: cause };
  const described = describeError("503", own) as { description: string };
  const description = `${cause}; ${described.description}`;
  if (typeof own === "string") return { ...described, description };
  return { description, anyOf: [ErrorReply, described] };
}

function successSchema({ produces, alsoProduces, response }: RouteFlags): object {
  if (alsoProduces) {
    const files = alsoProduces.map((type) => [type, { schema: { type: "string", contentMediaType: type } }]);
    const content = { "application/json": { schema: response }, ...Object.fromEntries(files) };
    return { description: "Success", content };
  }
  return produces
    ? { description: "Success", content: { [produces]: { schema: response } } }
    : { description: "Success", ...response };
}

/** True when the route's own errors define the reply for an unknown domain. */
function rewordsUnknownTenant({ refusal }: RouteFlags): boolean {
  return (refusal?.({ status: 404, detail: "Brokerage not found", retryAfter: null }) ?? null) !== null;
}

/** A route's own description of a status. */
function describeError(status: string, body: string | TSchema): object {
  if (typeof body !== "string" && "contentMediaType" in body) {
    const { description = "See the schema", contentMediaType } = body as Media;
    return { description, content: { [contentMediaType]: { schema: body } } };
  }
  if (typeof body !== "string") return { description: "See the schema", ...body };
  return { ...(status === "429" ? TooManyReply : ErrorReply), description: body };
}

/** Ajv keeps what it has compiled by the schema's object: apps of one process share the validators. */
const withoutRequired = new WeakMap<TSchema, object>();

/** A field with a default is optional in requests, although its type says that it is present. */
function withoutNeedlessRequired(schema: TSchema): object {
  const known = withoutRequired.get(schema);
  if (known) return known;
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const relaxed = {
    ...schema,
    required: required.filter((name) => !("default" in (properties[name] ?? {}))),
  };
  withoutRequired.set(schema, relaxed);
  return relaxed;
}
