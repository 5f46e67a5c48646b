import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { Insertable } from "kysely";
import { createApp } from "../../src/app.ts";
import { addBrokerageDomain, createBrokerage } from "../../src/brokerages/index.ts";
import { hashApiKey, newApiKey, prefixOf } from "../../src/identity/index.ts";
import { type ImportCounts, importRecords, normaliseReso, type RawRecord } from "../../src/listings/index.ts";
import { type Config, readConfig } from "../../src/platform/config/config.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Agents } from "../../src/platform/database/types.generated.ts";
import type { Role } from "../../src/platform/http/permissions.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { EVENT_STREAM } from "../../src/platform/http/server-sent-events.ts";
import { createLog, type Log } from "../../src/platform/log.ts";
import type { Services } from "../../src/services.ts";
import { createServices, ownContext } from "../../src/services.ts";
import { expectDeclaredReply } from "./declared-replies.ts";
import { FakeClock } from "./fake-clock.ts";
import { withStatementListener } from "./statements.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";
import { testSecrets } from "./test-secrets.ts";

export type Reply = {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a reply's shape is what the test asserts; schemas are checked by the harness
  body: any;
  text: string;
};

type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  host?: string | null;
  key?: string;
} & {
  headers?: Record<string, string>;
  body?: unknown;
  /** Whether every second POST has an Idempotency-Key, so that it runs in one transaction; by default on PostgreSQL. */
  keyed?: boolean;
};

/** The whole product on a database of its own, driven through HTTP without a network. */
export type TestApp = {
  app: FastifyInstance;
  services: Services;
  database: TestDatabase;
  clock: FakeClock;
  ctx: Context<Services>;
  /** Sends a request; every reply is held against what its route declares. */
  call(path: string, options?: Call): Promise<Reply>;
  /** A brokerage on `<slug>.test`. */
  createTenant(slug: string): Promise<{ id: number; host: string }>;
  /** A key of that role; brokers' and agents' keys are bound to the brokerage that is named. */
  createKey(role: Role, bound?: { brokerageId: number; agentId?: number }): Promise<string>;
  /** An agent of a brokerage, straight in the table. */
  createAgent(
    brokerageId: number,
    fields?: Partial<Insertable<Agents>>,
  ): Promise<{ id: number; slug: string }>;
  importListings(source: string, records: RawRecord[]): Promise<ImportCounts>;
  close(): Promise<void>;
};

let made = 0;

const STREAM = "/api/v1/admin/stream";

/** A stream of events has no end: it is closed after its first bytes. */
async function bodyOf(response: LightMyRequestResponse, path: string): Promise<string> {
  if (!path.startsWith(STREAM)) return response.body;
  if (response.headers["content-type"] !== EVENT_STREAM) return text(response.stream());
  let first = "";
  for await (const chunk of response.stream()) {
    first = String(chunk);
    break;
  }
  response.raw.res.destroy();
  return first;
}

export async function startTestApp(
  environment: Record<string, string> = {},
  options: Parameters<typeof openTestDatabase>[0] & {
    /** Instead of a database of its own. */
    database?: TestDatabase;
    onStatement?: (sql: string) => void;
    /** Instead of the one on standard error. */
    log?: Log;
    /** Instead of all routes of the product. */
    routes?: Route<Services>[];
  } = {},
): Promise<TestApp> {
  const opened = options.database ?? (await openTestDatabase(options));
  const { onStatement } = options;
  const database = onStatement ? { ...opened, db: withStatementListener(opened.db, onStatement) } : opened;
  const config: Config = {
    // The object detector takes a second to load; tests of it switch it on, and tests of websites theirs.
    ...readConfig({
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      PHOTO_DETECTOR: "off",
      WEBSITE: "off",
      CONSOLE: "off",
      ...environment,
    }),
    dataDir: database.dataDir,
  };
  const clock = new FakeClock("2026-06-15T12:00:00Z");
  const services = createServices({
    config,
    secrets: testSecrets,
    database,
    log: options.log ?? createLog(config.logLevel),
    clock,
  });
  await services.listings.index.start();
  const app = await createApp(services, options.routes);
  const ctx = ownContext(services, "test");
  let posts = 0;

  return {
    app,
    services,
    database,
    clock,
    ctx,
    async call(
      path,
      { method = "GET", host = null, key, headers = {}, body, keyed = !database.embedded } = {},
    ) {
      const response = await app.inject({
        method,
        url: path,
        headers: {
          ...(host !== null && { host }),
          ...(key && { "x-api-key": key }),
          // On PostgreSQL every second POST is one that runs in a single transaction, the others as clients send them by
          // default; on the embedded database all are those.
          ...(method === "POST" && keyed && ++posts % 2 === 0 && { "idempotency-key": randomUUID() }),
          ...headers,
        },
        ...(body !== undefined && { payload: body as string | object | Readable }),
        payloadAsStream: path.startsWith(STREAM),
      });
      const text = await bodyOf(response, path);
      const isJson = String(response.headers["content-type"]).startsWith("application/json");
      const reply = {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && text !== "" ? JSON.parse(text) : null,
        text,
      };
      // Part of HTTP, for callers that send a tag of an earlier reply.
      const isConditional = reply.status === 304 && headers["if-none-match"] !== undefined;
      if (method !== "HEAD" && !isConditional) expectDeclaredReply(method, path, reply);
      return reply;
    },
    async createTenant(slug) {
      const host = `${slug}.test`;
      const { id } = await createBrokerage(ctx, { slug, name: slug });
      await addBrokerageDomain(ctx, { brokerage_id: id, domain: host });
      return { id, host };
    },
    async createKey(role, bound) {
      const key = newApiKey();
      await database.db
        .insertInto("api_keys")
        .values({
          name: `${role} key`,
          prefix: prefixOf(key),
          key_hash: hashApiKey(key),
          role,
          brokerage_id: bound?.brokerageId ?? null,
          agent_id: bound?.agentId ?? null,
        })
        .execute();
      return key;
    },
    async createAgent(brokerageId, fields = {}) {
      const slug = fields.slug ?? `agent-${++made}`;
      const { id } = await database.db
        .insertInto("agents")
        .values({ brokerage_id: brokerageId, name: slug, email: `${slug}@agents.test`, ...fields, slug })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, slug };
    },
    async importListings(source, records) {
      const items = records.map((record, at) => normaliseReso(record, at + 1));
      return importRecords(ctx, Readable.from([items]), { source });
    },
    async close() {
      await services.listings.index.stop();
      await services.search.vectors.stop();
      await services.search.sentences.stop();
      await services.images.vectors.stop();
      services.mailer.close();
      await app.close();
      await services.outbound.close();
      services.pictures.close();
      await database.close();
    },
  };
}
