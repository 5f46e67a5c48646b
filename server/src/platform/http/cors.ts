import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteMap } from "./route-map.ts";

/** The domains of the request's brokerage in canonical form; empty without a brokerage. */
export type DomainsOf = (request: FastifyRequest) => Promise<readonly string[]>;

export type Origins = {
  domainsOf: DomainsOf;
  /** Counts a preflight from a foreign website like any other request. @throws AppError 429 */
  countForeign?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

const ALLOWED_HEADERS =
  "Content-Type, Authorization, X-API-Key, X-Session-ID, Idempotency-Key, If-Match, X-Request-ID";
const EXPOSED_HEADERS =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-ID, Idempotent-Replayed, ETag, Deprecation, Sunset";
const PREFLIGHT_SECONDS = "600";

/**
 * CORS: pages of the brokerage's own domains may read replies with credentials, pages of other websites public
 * replies without. Preflights are answered here, before authentication.
 */
export function enableCors(
  app: FastifyInstance,
  routes: RouteMap,
  { domainsOf, countForeign }: Origins,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    // On every reply, so that caches keep the replies for different origins apart.
    reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined) return done();
    answerOrigin(origin, request, reply).then((answered) => answered || done(), done);
  });

  async function answerOrigin(
    origin: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const wanted =
      request.method === "OPTIONS" ? request.headers["access-control-request-method"] : undefined;
    const methods = wanted === undefined ? null : routes.find(request.url);
    const open = wanted === undefined ? request.routeOptions.config.open : methods?.get(wanted)?.open;
    const own = isOriginOfDomains(await domainsOf(request), origin);
    if (!own && !open) return false;

    reply.header("Access-Control-Allow-Origin", own ? origin : "*");
    if (own) reply.header("Access-Control-Allow-Credentials", "true");
    if (methods === null) {
      reply.header("Access-Control-Expose-Headers", EXPOSED_HEADERS);
      return false;
    }
    if (!own) await countForeign?.(request, reply);
    reply
      .code(204)
      .headers({
        "Access-Control-Allow-Methods": own ? [...methods.keys()].sort().join(", ") : "GET, HEAD",
        "Access-Control-Allow-Headers": ALLOWED_HEADERS,
        "Access-Control-Max-Age": PREFLIGHT_SECONDS,
      })
      .send();
    return true;
  }
}

const DEVELOPMENT = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether an origin is of one of these domains: http or https, with or without `www.`; other ports only on loopback, for development. */
export function isOriginOfDomains(domains: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return (port === "" || DEVELOPMENT.test(hostname)) && domains.includes(hostname.replace(/^www\./, ""));
}
