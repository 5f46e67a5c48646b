import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { DatabaseHandle } from "../database/database.ts";
import { AppError } from "../errors.ts";
import { type Log, logLines } from "../log.ts";
import { isForwarded, isLoopback } from "./host.ts";

type Watched = { log: Log; databaseWatch: DatabaseHandle["watch"] };

type Options = {
  /** When set, a bearer token is required. */
  token: string | null;
  /** True behind a proxy, whose callers are remote. */
  trustProxy: boolean;
  /** The listen address. Without a token, metrics are served on loopback only. */
  host: string;
  watched: Watched;
  /** Numbers of slices that are read when they are shown. */
  gauges: { name: string; help: string; read: () => number }[];
  /** The same, one number for each value of a label. */
  labelledGauges: {
    name: string;
    help: string;
    label: string;
    read: () => Promise<ReadonlyMap<string, number>>;
  }[];
};

/** Of the whole process: they observe its garbage collector and event loop, and prom-client cannot end that with an app. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/** `/metrics` for Prometheus: process metrics, and count and duration per route. */
export function serveMetrics(
  app: FastifyInstance,
  { token, host, trustProxy, watched, gauges, labelledGauges }: Options,
): void {
  const registry = new Registry();
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request's first byte to the reply's last",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });

  countLogLines(registry, watched);
  for (const { read, ...named } of gauges) {
    new Gauge({
      ...named,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }

  for (const { read, label, ...named } of labelledGauges) {
    new Gauge({
      ...named,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        // Without the database there are no numbers, but the others are shown.
        const values = await read().catch(() => new Map<string, number>());
        for (const [value, number] of values) this.set({ [label]: value }, number);
      },
    });
  }

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const isOpenToAll = !isLoopback(host) || trustProxy || isForwarded(request.headers);
    if (token === null && isOpenToAll) throw new AppError("forbidden", OPEN_TO_ALL);
    if (token !== null && !isBearer(request.headers.authorization, token)) {
      throw new AppError("unauthenticated", "Not authenticated");
    }
    return reply.type(registry.contentType).send(await Registry.merge([processMetrics, registry]).metrics());
  });
}

/** Background failures are visible as log lines: broken connections, failed jobs and clean-up. */
function countLogLines(registry: Registry, { log, databaseWatch }: Watched): void {
  new Counter({
    name: "log_lines_total",
    help: "Lines in the log, by level",
    labelNames: ["level"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [level, lines] of logLines(log)) this.inc({ level }, lines);
    },
  });
  new Counter({
    name: "database_outages_total",
    help: "How often the database has stopped answering",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(databaseWatch.outages);
    },
  });
}

const OPEN_TO_ALL =
  "Cannot show metrics: HOST is not a loopback address and METRICS_TOKEN is not set. Set METRICS_TOKEN and send it as a bearer token";

/** Compares hashes in constant time. */
function isBearer(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(header ?? ""), hash(`Bearer ${token}`));
}
