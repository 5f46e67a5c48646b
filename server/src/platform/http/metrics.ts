import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { isForwarded, isLoopback } from "./host.ts";

type Options = {
  /** When set, a bearer token is required. */
  token: string | null;
  /** True behind a proxy, whose callers are remote. */
  trustProxy: boolean;
  /** The listen address. Without a token, metrics are served on loopback only. */
  host: string;
};

/** `/metrics` for Prometheus. */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { token, host, trustProxy }: Options,
): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const isOpenToAll = !isLoopback(host) || trustProxy || isForwarded(request.headers);
    if (token === null && isOpenToAll) throw new AppError("forbidden", OPEN_TO_ALL);
    if (token !== null && !isBearer(request.headers.authorization, token)) {
      throw new AppError("unauthenticated", "Not authenticated");
    }
    const { registry } = metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const OPEN_TO_ALL =
  "Cannot show metrics: HOST is not a loopback address and METRICS_TOKEN is not set. Set METRICS_TOKEN and send it as a bearer token";

/** Compares hashes in constant time. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${token}`));
}
