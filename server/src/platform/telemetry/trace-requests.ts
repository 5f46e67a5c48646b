import type { FastifyInstance, FastifyRequest } from "fastify";
import { isTracing, type OpenSpan, openSpan } from "./tracing.ts";

/** Probes and scrapes: several a minute, whose traces are of no use. */
const PROBES = /^\/(?:health|metrics)/;

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/**
 * Opens a span for each request, named by its route. The span begins a trace of its own and links to the caller's `traceparent`: visitors
 * who send one must not decide which requests are recorded, and in which trace. Calls of a page to the API of this process continue the page's trace.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook("onRequest", (request, reply, done) => {
    const span = PROBES.test(request.url) ? null : open(request);
    if (span === null) return done();
    spans.set(request, span);
    // A reply that is cut off has no `onResponse`.
    reply.raw.once("close", () => {
      const { statusCode } = reply;
      span.set({ "http.response.status_code": statusCode });
      if (statusCode >= 500) span.fail(String(statusCode));
      else if (!reply.raw.writableFinished) span.set({ "lintel.aborted": true });
      span.end();
    });
    span.within(done);
  });
  // The body arrives by events of the connection, which know of no span.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
}

function open(request: FastifyRequest): OpenSpan | null {
  const { method, protocol, isInner, headers } = request;
  const route = request.is404 ? undefined : request.routeOptions.url;
  return openSpan(route === undefined ? method : `${method} ${route}`, {
    kind: isInner ? "internal" : "server",
    attributes: {
      "http.request.method": method,
      "url.scheme": protocol,
      ...(route !== undefined && { "http.route": route }),
    },
    ...(!isInner && { parent: null, links: [headers.traceparent as string | undefined] }),
  });
}
