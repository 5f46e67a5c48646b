import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "../errors.ts";
import { answerRequest, contextOf } from "./answer-request.ts";
import { authorizeRequest, type RequestAuth } from "./authorize-request.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { acceptJson } from "./json-body.ts";
import { countGeneral } from "./rate-limits/count-request.ts";
import { countStoredBytes } from "./rate-limits/count-stored-bytes.ts";
import { rejectExhausted, reserveLookup } from "./rate-limits/reject-exhausted.ts";
import { senderOf } from "./rate-limits/sender.ts";
import { fieldsOf, type Route, type RouteFlags } from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";
import { routeSchema } from "./route-schema.ts";
import { acceptForms } from "./signed-forms.ts";
import { refuseUnknownParameters } from "./unknown-parameters.ts";
import { acceptUploads, formValidator } from "./uploads.ts";
import { compileValidator, describeIssues } from "./validation.ts";

/**
 * Registers every route of every slice. Order of judgement: credentials, limits, permission, tenant, then the input:
 * no caller learns about a record or a rule before authenticating.
 */
export function registerRoutes<Needs>(
  app: FastifyInstance,
  routes: Route<Needs>[],
  deps: RouteDeps<Needs>,
): void {
  app.decorateRequest("auth", null as unknown as RequestAuth);
  const plain = routes.filter(
    (each) => !each.streamBody && !each.upload && !each.ignoresBody && !each.signedForm && !each.beacon,
  );
  for (const route of plain) app.route(toFastify(route, deps));

  for (const route of routes) {
    const { upload } = route;
    if (!upload) continue;
    app.register(async (scope) => {
      await acceptUploads(scope, upload.maxBytes);
      scope.route(toFastify(route, deps));
    });
  }

  for (const route of routes) {
    const { signedForm } = route;
    if (!signedForm) continue;
    app.register(async (scope) => {
      acceptForms(scope, signedForm.maxBytes);
      scope.route(toFastify(route, deps));
    });
  }

  app.register(async (scope) => {
    acceptJson(scope, "text/plain");
    for (const route of routes.filter((each) => each.beacon)) scope.route(toFastify(route, deps));
  });

  // What is not read may be of any type, but as long as other bodies at most.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));
    for (const route of routes.filter((each) => each.ignoresBody)) scope.route(toFastify(route, deps));
  });

  // Streams keep their bytes: in a scope of their own, no content type is parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const route of routes.filter((each) => each.streamBody)) scope.route(toFastify(route, deps));
  });
  if (deps.limiter.enabled) countUnknownRoutes(app, deps);
}

function toFastify<Needs>(route: Route<Needs>, deps: RouteDeps<Needs>): RouteOptions {
  const fields = fieldsOf(route);
  return {
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema: routeSchema(route),
    config: {
      open: isOpen(route),
      ...(route.streamBody && { endless: true }),
      ...(route.refusal && { refusal: route.refusal }),
      ...(route.invalidBody && { invalidBody: route.invalidBody }),
    },
    ...(route.streamBody && { bodyLimit: Number.MAX_SAFE_INTEGER, validatorCompiler: leaveBodyAlone }),
    ...(route.upload && { validatorCompiler: formValidator }),
    ...(route.signedForm && { validatorCompiler: leaveBodyAlone }),
    ...(route.invalidBody && { schemaErrorFormatter: refuseBody }),
    async onRequest(request, reply) {
      if (route.deprecated) reply.headers(deprecationHeaders(route.deprecated));
      if (route.changesOnGet && request.method === "HEAD") return answerBareHead(route, request, reply, deps);
      request.auth = await authorizeRequest(route, request, reply, deps);
      if (!route.beacon) await route.precondition?.(contextOf(route, { request, reply }, deps));
    },
    async preValidation(request, reply) {
      await route.bodyPrecondition?.(contextOf(route, { request, reply }, deps), request.body);
      // A provider's signed form is accepted with any parameters in its address: a refused STOP would be lost.
      if (!route.signedForm) refuseUnknownParameters(request.query, fields.query);
      if (route.optionalBody) request.body ??= {};
      if (route.strictBody) refuseUnknownParameters(request.body, fields.body, ["body"]);
      if (route.beacon) await route.precondition?.(contextOf(route, { request, reply }, deps), request.body);
    },
    async handler(request, reply) {
      if (stores(route) && !route.usesReserve) await deps.requireSpace();
      await countStoredBytes(deps.limiter, route, request);
      return answerRequest(route, fields, request, reply, deps);
    },
  };
}

/** Signs of life, which reads of clients leave, are small. */
function stores({ method, changesOnGet, readsOnly }: RouteFlags): boolean {
  return changesOnGet === true || (method !== "GET" && !readsOnly);
}

/** Whether pages of any website may read it: public data, and no personal data. */
function isOpen({ permission, method, changesOnGet, precondition }: RouteFlags): boolean {
  return permission === "public" && method === "GET" && !changesOnGet && !precondition;
}

/** For `changesOnGet`: a HEAD, as mail scanners send it, counts as a request and learns nothing. */
async function answerBareHead<Needs>(
  route: Route<Needs>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps<Needs>,
): Promise<FastifyReply> {
  await authorizeRequest({ ...route, permission: "public", tenant: false }, request, reply, deps);
  return reply.send();
}

/** Further issues of a body are not reported. */
const MAX_REPORTED = 10;

/** For `invalidBody`: the findings as one text. What else is wrong stays a 422 (error-replies.ts reads it). */
function refuseBody(findings: unknown[], part: string): Error {
  if (part !== "body") return new Error("invalid");
  const issues = describeIssues(findings as Parameters<typeof describeIssues>[0], part);
  return new AppError(
    "bad_request",
    issues
      .slice(0, MAX_REPORTED)
      .map(({ msg }) => msg)
      .join("; "),
  );
}

/** Looking for paths that are not there counts as well, and so do preflights that are not answered. */
function countUnknownRoutes<Needs>(app: FastifyInstance, deps: RouteDeps<Needs>): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404 && !request.isInner) await countUnknown(request, reply, deps);
  });
}

async function countUnknown<Needs>(
  request: FastifyRequest,
  reply: FastifyReply,
  { limiter, knownCallers, authenticate }: RouteDeps<Needs>,
): Promise<void> {
  rejectExhausted(limiter, knownCallers, request);
  const release = reserveLookup(limiter, knownCallers, request);
  const caller = await knownCallers.find(request.headers, () => authenticate(request)).finally(release);
  await countGeneral(limiter, senderOf(request, caller, true), request, reply);
}

/** A stream or a signed form is described in the document, and judged by its operation as it comes. */
function leaveBodyAlone(part: { schema: object; httpPart?: string }) {
  return part.httpPart === "body" ? () => true : compileValidator(part);
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A body of any length, for as long as bytes arrive. */
    endless?: boolean;
    /** Its own words for some refusals. */
    refusal?: RouteFlags["refusal"];
  }
  interface FastifyRequest {
    auth: RequestAuth;
  }
}
