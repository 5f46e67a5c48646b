import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { BackgroundShare } from "../background-share.ts";
import type { Log } from "../log.ts";
import { traceRequests } from "../telemetry/trace-requests.ts";
import { enableCors, type Origins } from "./cors.ts";
import { replyToUnparsable, replyWithError, TOO_LONG } from "./error-replies.ts";
import { normalizeTarget, rejectAmbiguousHosts } from "./host.ts";
import { closeWithReplies } from "./http-drain.ts";
import { readInnerCalls } from "./inner-calls.ts";
import { acceptJson } from "./json-body.ts";
import { MAX_PARAMETER_LENGTH, RouteMap } from "./route-map.ts";
import { sendSecurityHeaders } from "./security-headers.ts";
import { compileValidator } from "./validation.ts";
import { type HasPage, separateWebsite } from "./website-requests.ts";

/** Requests of operators, who watch what is loaded. */
const OPERATORS = /^\/(?:api\/admin\/|health|metrics)/;

const MEGABYTE = 1_048_576;
/** A polygon of 2,000 points in a query (search.md, D13). */
const MAX_REQUEST_LINE = 64 * 1024;
const MAX_HEADERS = 16 * 1024;
const BODY_TIMEOUT_MS = 30_000;

type Options = {
  log: Log;
  /** Number of trusted proxies. */
  proxyHops: number;
  /** Aborted when the process is asked to stop. */
  draining: AbortSignal;
  background: Pick<BackgroundShare, "noteRequest" | "noteVisitor">;
  /** The website's pages; undefined where none is served. */
  hasPage?: HasPage | undefined;
} & Origins;

/** A Fastify application with the product's error format, request ids, limits and security headers, without routes. */
export function createHttpApp(options: Options): FastifyInstance {
  const app: FastifyInstance = Fastify({
    // Fastify's info lines are suppressed; its warnings and errors are kept.
    loggerInstance: options.log.child({}, { level: quieter(options.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MEGABYTE,
    // Trusts only the entries of X-Forwarded-For that our own proxies have written; callers can forge the others.
    trustProxy: options.proxyHops > 0 && ((_address, hop) => hop < options.proxyHops),
    // No limit for streams; other bodies have BODY_TIMEOUT_MS.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    // A request without a Host gets our 400 instead of the parser's.
    http: { requireHostHeader: false, maxHeaderSize: MAX_REQUEST_LINE + MAX_HEADERS },
    rewriteUrl: normalizeTarget,
    genReqId: (request) => acceptableId(request.headers["x-request-id"]) ?? randomUUID(),
    clientErrorHandler: replyToUnparsable,
    frameworkErrors: replyWithError,
    return503OnClosing: false,
  });
  // JSON only.
  app.removeAllContentTypeParsers();
  acceptJson(app, "application/json");
  app.setValidatorCompiler(compileValidator);
  // Replies are serialized as the operations return them; tests validate them against the schemas.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(replyWithError);
  readInnerCalls(app);
  traceRequests(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-ID", request.id);
    options.background.noteRequest();
    if (!OPERATORS.test(request.url)) options.background.noteVisitor();
  });
  sendSecurityHeaders(app);
  app.addHook("onRequest", async ({ raw }, reply) => {
    if ((raw.url?.length ?? 0) > MAX_REQUEST_LINE) return reply.code(431).send(TOO_LONG);
  });
  closeWithReplies(app, options.draining);
  rejectAmbiguousHosts(app);
  const routes = new RouteMap(app);
  if (options.hasPage) separateWebsite(app, routes, options.hasPage);
  enableCors(app, routes, options);
  boundBodyTime(app);
  answerUnknownRoutes(app, routes);
  return app;
}

/** Limits how long a slow body can hold a connection to half a minute. */
function boundBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook("preParsing", async (request) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    const hasBody = encoding !== undefined || (length !== undefined && length !== "0");
    if (!hasBody || request.routeOptions.config.endless) return;
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), BODY_TIMEOUT_MS),
    );
  });
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preValidation", async (request) => clear(request));
  app.addHook("onResponse", async (request) => clear(request));
  app.addHook("onRequestAbort", async (request) => clear(request));
}

function quieter(level: string): string {
  return level === "info" ? "warn" : level;
}

function acceptableId(header: string | string[] | undefined): string | null {
  return typeof header === "string" && /^[\w.-]{1,64}$/.test(header) ? header : null;
}

/** Replies to unknown paths: 404, or 405 with Allow when the path exists for other methods. */
function answerUnknownRoutes(app: FastifyInstance, routes: RouteMap): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = routes.find(request.url);
    // A file route without the file ends here with its own method.
    if (!methods || methods.has(request.method)) return reply.code(404).send({ detail: "Not Found" });
    return reply
      .code(405)
      .header("Allow", [...methods.keys()].sort().join(", "))
      .send({ detail: "Method Not Allowed" });
  });
}
