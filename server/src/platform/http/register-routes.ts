import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Context, Tenant } from "../context.ts";
import { AppError } from "../errors.ts";
import { type Answer, answerRequest, contextOf, type KeyedPost } from "./answer-request.ts";
import { acceptJson } from "./json-body.ts";
import { type Judged, judgeRequest } from "./judge-request.ts";
import type { Actor } from "./permissions.ts";
import { countGeneral } from "./rate-limits/count-request.ts";
import { countStoredBytes } from "./rate-limits/count-stored-bytes.ts";
import type { KnownCallers } from "./rate-limits/known-callers.ts";
import type { RateLimiter } from "./rate-limits/rate-limiter.ts";
import { rejectExhausted, reserveLookup } from "./rate-limits/reject-exhausted.ts";
import { fieldsOf, type Route, type RouteFlags } from "./route.ts";
import { routeSchema } from "./route-schema.ts";
import { acceptForms } from "./signed-forms.ts";
import { acceptUploads, formValidator } from "./uploads.ts";
import { compileValidator, describeIssues } from "./validation.ts";

/** What the product gives the platform so that a table of contents becomes an application. */
export type RouteHost<Needs> = {
  /** Who sends the credentials in these headers; null without any. Throws 401 when they are bad. */
  authenticate: (request: FastifyRequest) => Promise<Actor | null>;
  limiter: RateLimiter;
  /** Whom it has recognised lately. */
  knownCallers: KnownCallers;
  /** The tenant of the request's Host, or of `brokerageId`. Throws 400 or 404. */
  resolveTenant: (request: FastifyRequest, brokerageId?: number) => Tenant | Promise<Tenant>;
  /** `gone` makes a signal that is aborted when the caller leaves before the reply is whole. */
  contextFor: (
    request: FastifyRequest,
    caller: { actor: Actor | null; tenant: Tenant | null; gone: () => AbortSignal },
  ) => Context<Needs>;
  /** Runs a POST with an Idempotency-Key, or answers what its first run answered. Throws 409 and 422. */
  answerOnce: (
    ctx: Context<Needs>,
    post: KeyedPost,
    run: (ctx: Context<Needs>) => Promise<Answer>,
  ) => Promise<Answer & { replayed: boolean }>;
};

/**
 * Registers every route of every slice. Order of judgement: credentials, limits, permission, tenant, then the input:
 * nobody learns about a record or a rule before saying who they are.
 */
export function registerRoutes<Needs>(
  app: FastifyInstance,
  routes: Route<Needs>[],
  host: RouteHost<Needs>,
): void {
  app.decorateRequest("judged", null as unknown as Judged);
  const plain = routes.filter(
    (each) => !each.streamBody && !each.upload && !each.ignoresBody && !each.signedForm && !each.beacon,
  );
  for (const route of plain) app.route(toFastify(route, host));

  for (const route of routes) {
    const { upload } = route;
    if (!upload) continue;
    app.register(async (scope) => {
      await acceptUploads(scope, upload.maxBytes);
      scope.route(toFastify(route, host));
    });
  }

  for (const route of routes) {
    const { signedForm } = route;
    if (!signedForm) continue;
    app.register(async (scope) => {
      acceptForms(scope, signedForm.maxBytes);
      scope.route(toFastify(route, host));
    });
  }

  app.register(async (scope) => {
    acceptJson(scope, "text/plain");
    for (const route of routes.filter((each) => each.beacon)) scope.route(toFastify(route, host));
  });

  // What is not read may be of any type, but as long as other bodies at most.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null, undefined));
    for (const route of routes.filter((each) => each.ignoresBody)) scope.route(toFastify(route, host));
  });

  // Streams keep their bytes: in a scope of their own, no content type is parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const route of routes.filter((each) => each.streamBody)) scope.route(toFastify(route, host));
  });
  if (host.limiter.enabled) countUnknownRoutes(app, host);
}

function toFastify<Needs>(route: Route<Needs>, host: RouteHost<Needs>): RouteOptions {
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
      if (route.changesOnGet && request.method === "HEAD") return answerBareHead(route, request, reply, host);
      request.judged = await judgeRequest(route, request, reply, host);
      if (!route.beacon) await route.precondition?.(contextOf(request, reply, host));
    },
    ...(route.beacon && {
      async preValidation(request, reply) {
        await route.precondition?.(contextOf(request, reply, host), request.body);
      },
    }),
    async handler(request, reply) {
      await countStoredBytes(host.limiter, route, request);
      return answerRequest(route, fields, request, reply, host);
    },
  };
}

/** Whether pages of any website may read it: what is public, and somebody's own in no way. */
function isOpen({ permission, method, changesOnGet, precondition }: RouteFlags): boolean {
  return permission === "public" && method === "GET" && !changesOnGet && !precondition;
}

/** For `changesOnGet`: whoever looks ahead, as mail scanners do, counts like everybody and learns nothing. */
async function answerBareHead<Needs>(
  route: Route<Needs>,
  request: FastifyRequest,
  reply: FastifyReply,
  host: RouteHost<Needs>,
): Promise<FastifyReply> {
  await judgeRequest({ ...route, permission: "public", tenant: false }, request, reply, host);
  return reply.send();
}

/** Of a body with a thousand faults the first ones tell enough. */
const MOST_TOLD = 10;

/** For `invalidBody`: the findings as one text. What else is wrong stays a 422 (error-replies.ts reads it). */
function refuseBody(findings: unknown[], part: string): Error {
  if (part !== "body") return new Error("invalid");
  const issues = describeIssues(findings as Parameters<typeof describeIssues>[0], part);
  return new AppError(
    "bad_request",
    issues
      .slice(0, MOST_TOLD)
      .map(({ msg }) => msg)
      .join("; "),
  );
}

/** Looking for paths that are not there counts as well, and so do preflights that are not answered. */
function countUnknownRoutes<Needs>(app: FastifyInstance, host: RouteHost<Needs>): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) await countUnknown(request, reply, host);
  });
}

async function countUnknown<Needs>(
  request: FastifyRequest,
  reply: FastifyReply,
  { limiter, knownCallers, authenticate }: RouteHost<Needs>,
): Promise<void> {
  rejectExhausted(limiter, knownCallers, request);
  const release = reserveLookup(limiter, knownCallers, request);
  const caller = await knownCallers.find(request.headers, () => authenticate(request)).finally(release);
  await countGeneral(limiter, caller, request, reply);
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
    judged: Judged;
  }
}
