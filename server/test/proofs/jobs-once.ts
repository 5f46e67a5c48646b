import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { home } from "../harness/market.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { startWebServer } from "../harness/web-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../harness/webhook-receiver.ts";
import { CountingModels, MAX_PICTURES, numbered } from "./counting-models.ts";
import { type Extent, summarizeOnce } from "./jobs-once-report.ts";
import { withOwnDatabase } from "./own-database.ts";
import type { Kill } from "./repeated-calls.ts";
import { post, type ServerProcess, startServer } from "./server-process.ts";

const ADMIN = "bootstrap-key-of-the-proof-of-once";
const TIMEOUT_MS = 400_000;
const SHORT_JOBS = new URL("./short-jobs.ts", import.meta.url).href;

/**
 * Real servers (two on PostgreSQL, one on the embedded database) process listings of one photo each, while one of them is repeatedly
 * killed with SIGKILL at a random time and restarted. Their jobs expire after four seconds and some model answers take longer, so
 * runs outlive their jobs and overlap. At the end the models got one request for each picture and document, except for results that were
 * not stored when the calling process was killed; no request repeats a stored result, and each photo was announced once.
 */
export async function proveJobsOnce(
  extent: Partial<Extent> & { kills: number },
  serverUrl: string | null = process.env.DATABASE_URL ?? null,
): Promise<string> {
  const whole = {
    pictures: Math.min(20 * Math.max(extent.kills, 1), MAX_PICTURES),
    answerMs: 60,
    longAnswerMs: 6000,
    ...extent,
  };
  return serverUrl
    ? withOwnDatabase(serverUrl, (url) => withRun(whole, url, (run) => run.prove()))
    : withRun(whole, null, (run) => run.prove());
}

async function withRun(
  extent: Extent,
  databaseUrl: string | null,
  prove: (run: OnceRun) => Promise<string>,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-once-"));
  const models = await CountingModels.start({ ms: extent.answerMs, longMs: extent.longAnswerMs });
  const hooks = await startWebhookReceiver();
  const web = await startWebServer(async (request, response) => {
    response.end(await numbered(Number(/(\d+)\.jpg/.exec(request.url ?? "")?.[1] ?? 0)));
  });
  const settings = {
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    OUTBOUND_ALLOW: "127.0.0.1",
    MODEL_PROVIDER: "server",
    MODEL_SERVER_URL: models.server.url,
    TEXT_MODEL: "words",
    IMAGE_EMBEDDING_MODEL: "pictures",
    VISION_MODEL: "eyes",
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
  };
  const database = databaseUrl
    ? await openDatabase({ databaseUrl, dataDir: join(dataDir, "proof") }, createLog("error"))
    : null;
  const run = new OnceRun(extent, { models, hooks, photoServer: web.url, settings, dataDir, database });
  try {
    return await prove(run);
  } finally {
    await run.stop();
    await database?.close();
    await web.close();
    await hooks.close();
    await models.server.close();
    await removeFolder(dataDir);
  }
}

type Parts = {
  models: CountingModels;
  hooks: WebhookReceiver;
  photoServer: string;
  settings: Record<string, string>;
  dataDir: string;
  /** Null for the embedded database, which only its process can open. */
  database: DatabaseHandle | null;
};

class OnceRun {
  readonly #extent: Extent;
  readonly #parts: Parts;
  readonly #servers: (ServerProcess | null)[];
  readonly #kills: Kill[] = [];
  /** The key with which each server calls the models; a new one after each start. */
  readonly #keys: string[] = [];
  #starts = 0;
  #imported = 0;

  constructor(extent: Extent, parts: Parts) {
    this.#extent = extent;
    this.#parts = parts;
    this.#servers = parts.database ? [null, null] : [null];
  }

  async prove(): Promise<string> {
    const { kills, pictures } = this.#extent;
    for (const nth of this.#servers.keys()) await this.#start(nth);
    await this.#subscribe();
    for (let nth = 0; nth < kills; nth++) {
      // In parts, so that there are new documents after each kill, including the last.
      await this.#import(Math.floor(pictures / (kills + 1)));
      await delay(300 + Math.random() * 2500);
      await this.#killOne(nth);
    }
    await this.#import(pictures - this.#imported);
    await this.#until("everything is enriched and announced", async () => {
      const announced = new Set(this.#parts.hooks.received.map(({ body }) => body.data.property_id));
      return announced.size === pictures && this.#documents() === pictures && (await this.#coverage()) === 1;
    });
    await this.stop();
    const { models, hooks, database } = this.#parts;
    return summarizeOnce({
      extent: this.#extent,
      models,
      kills: this.#kills,
      received: hooks.received,
      place: database ? "2 processes on PostgreSQL" : "1 process on the embedded database",
      expired: await this.#lookInto(expiredJobs),
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server, nth) => this.#end(nth, server)));
  }

  async #end(nth: number, server: ServerProcess | null): Promise<void> {
    this.#servers[nth] = null;
    await server?.stop();
    await server?.pool.destroy();
  }

  async #start(nth: number): Promise<void> {
    const key = `start-${++this.#starts}`;
    this.#keys[nth] = key;
    const settings = { ...this.#parts.settings, DATA_DIR: this.#folder(nth), MODEL_SERVER_KEY: key };
    this.#servers[nth] = await startServer(settings, 2, { preload: SHORT_JOBS });
  }

  async #killOne(round: number): Promise<void> {
    const nth = this.#servers.length === 1 ? 0 : (round + Math.round(Math.random())) % 2;
    const server = this.#servers[nth] as ServerProcess;
    const at = performance.now();
    server.kill();
    await this.#end(nth, server);
    const stored = await this.#lookInto(storedNow);
    this.#kills.push({ process: this.#keys[nth] as string, at, lookedAt: performance.now(), ...stored });
    await this.#start(nth);
  }

  /** The embedded database can be opened while its server is down. */
  async #lookInto<Result>(look: (database: DatabaseHandle) => Promise<Result>): Promise<Result> {
    const { database } = this.#parts;
    if (database) return look(database);
    const own = await openDatabase({ databaseUrl: null, dataDir: this.#folder(0) }, createLog("error"));
    try {
      return await look(own);
    } finally {
      await own.close();
    }
  }

  #folder(nth: number): string {
    return join(this.#parts.dataDir, `server-${nth}`);
  }

  async #subscribe(): Promise<void> {
    await post(this.#any(), "/api/admin/webhooks", "id", {
      headers: { "x-api-key": ADMIN },
      body: { url: this.#parts.hooks.url, events: ["image.analyzed"] },
    });
  }

  async #import(count: number): Promise<void> {
    const from = this.#imported;
    this.#imported += count;
    const records = Array.from({ length: count }, (_, at) =>
      home({
        ListingId: `ONCE-${from + at}`,
        PublicRemarks: `A house, unit ${from + at} by the brook.`,
        Media: [
          { MediaURL: `${this.#parts.photoServer}/${from + at}.jpg`, MediaKey: `m-${from + at}`, Order: 1 },
        ] as never,
      }),
    );
    const reply = await this.#any().pool.request({
      method: "POST",
      path: "/api/admin/listings/import?source=once",
      headers: { "x-api-key": ADMIN, "content-type": "application/x-ndjson" },
      body: records.map((record) => JSON.stringify(record)).join("\n"),
    });
    const text = await reply.body.text();
    if (reply.statusCode >= 300) throw new Error(`The import answered ${reply.statusCode}: ${text}`);
  }

  #any(): ServerProcess {
    return this.#servers.find((server) => server !== null) as ServerProcess;
  }

  async #coverage(): Promise<number> {
    const reply = await this.#any().pool.request({
      method: "GET",
      path: "/api/admin/embeddings/images/stats",
      headers: { "x-api-key": ADMIN },
    });
    return ((await reply.body.json()) as { index_coverage: number }).index_coverage;
  }

  #documents(): number {
    return this.#parts.models.counts().get("vector of a document")?.size ?? 0;
  }

  async #until(what: string, look: () => Promise<boolean>): Promise<void> {
    const until = performance.now() + TIMEOUT_MS;
    while (!(await look())) {
      if (performance.now() > until) throw new Error(`In ${TIMEOUT_MS / 1000} s it was not so that ${what}`);
      await delay(50);
    }
  }
}

async function storedNow({ db }: DatabaseHandle): Promise<Pick<Kill, "pictures" | "documents">> {
  const read = await sql<{
    url: string;
  }>`select url from image_enrichments where status = 'enriched'`.execute(db);
  const made = await sql<{ listing_id: string }>`
    select listings.listing_id
    from listing_vectors
    join listings on listings.id = listing_vectors.listing_id`.execute(db);
  return {
    pictures: new Set(read.rows.map(({ url }) => numberIn(url))),
    documents: new Set(made.rows.map(({ listing_id }) => numberIn(listing_id))),
  };
}

/** The number of jobs that a run has outlived. */
async function expiredJobs({ db }: DatabaseHandle): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count
    from jobs.job
    where state = 'failed' and output::text like '%execution exceeded%'`.execute(db);
  return rows[0]?.count ?? 0;
}

function numberIn(text: string): string {
  return /(\d+)(?:\.jpg)?$/.exec(text)?.[1] ?? "";
}
