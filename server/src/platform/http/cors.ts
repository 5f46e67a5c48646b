import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RouteMap } from "./route-map.ts";

/** The domains of the brokerage a request is for, as the domain table writes them; none when there is no brokerage. */
export type DomainsOf = (request: FastifyRequest) => Promise<readonly string[]>;

export type Origins = {
  domainsOf: DomainsOf;
  /** Counts a preflight that is not from the brokerage's own pages like any other request. Throws 429. */
  countForeign?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

const ALLOWED_HEADERS = "Content-Type, Authorization, X-API-Key, X-Session-ID, Idempotency-Key, X-Request-ID";
const EXPOSED_HEADERS =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-ID, Idempotent-Replayed";
const PREFLIGHT_SECONDS = "600";

/**
 * Which pages may read replies in a browser: those of the brokerage's own domains, with credentials; those of any
 * website only public reading, without. Preflights are answered here, before anybody asks for credentials.
 */
export function shareWithWebsites(
  app: FastifyInstance,
  routes: RouteMap,
  { domainsOf, countForeign }: Origins,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    // On every reply: caches must not hand one website's answer to another.
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
    const own = isOneOf(await domainsOf(request), origin);
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

/** http or https, with or without `www.`; on a port of its own only where software is developed. */
function isOneOf(domains: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return (port === "" || DEVELOPMENT.test(hostname)) && domains.includes(hostname.replace(/^www\./, ""));
}
