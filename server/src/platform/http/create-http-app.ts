import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Log } from "../log.ts";
import { type Origins, shareWithWebsites } from "./cors.ts";
import { replyToUnparsable, replyWithError } from "./error-replies.ts";
import { readTarget, refuseAmbiguousHosts } from "./host.ts";
import { closeWithReplies } from "./http-drain.ts";
import { acceptJson } from "./json-body.ts";
import { MAX_PARAMETER_LENGTH, RouteMap } from "./route-map.ts";
import { sendSecurityHeaders } from "./security-headers.ts";
import { answerUnknownRoutes } from "./unknown-routes.ts";
import { compileValidator } from "./validation.ts";

const MEGABYTE = 1_048_576;
const BODY_TIMEOUT_MS = 30_000;

type Options = {
  log: Log;
  /** How many proxies stand in front. */
  proxyHops: number;
  /** Aborted when the process has been asked to stop. */
  draining: AbortSignal;
} & Origins;

/** A Fastify application with our manners: error shapes, request ids, bounds, safe heads. It has no routes yet. */
export function createHttpApp(options: Options): FastifyInstance {
  const app: FastifyInstance = Fastify({
    // Fastify's own notes (where it listens) are ours to say; what goes wrong is not lost.
    loggerInstance: options.log.child({}, { level: quieter(options.log.level) }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MEGABYTE,
    // Only what our own proxies have written: whatever stands before that in X-Forwarded-For is anybody's claim.
    trustProxy: options.proxyHops > 0 && ((_address, hop) => hop < options.proxyHops),
    // Streams may take as long as they like while bytes arrive; other bodies have BODY_TIMEOUT_MS.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    // A request without a Host gets our 400, not the parser's.
    http: { requireHostHeader: false },
    rewriteUrl: readTarget,
    genReqId: (request) => acceptableId(request.headers["x-request-id"]) ?? randomUUID(),
    clientErrorHandler: replyToUnparsable,
    frameworkErrors: replyWithError,
    return503OnClosing: false,
  });
  // JSON, or nothing.
  app.removeAllContentTypeParsers();
  acceptJson(app, "application/json");
  app.setValidatorCompiler(compileValidator);
  // Replies are what the operations return, letter for letter; the schemas are held against them by tests.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler(replyWithError);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-ID", request.id);
  });
  sendSecurityHeaders(app);
  closeWithReplies(app, options.draining);
  refuseAmbiguousHosts(app);
  const routes = new RouteMap(app);
  shareWithWebsites(app, routes, options);
  boundBodyTime(app);
  answerUnknownRoutes(app, routes);
  return app;
}

/** A body that trickles in byte by byte holds a connection for half a minute, not for ever. */
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
