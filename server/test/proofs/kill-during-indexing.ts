import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { PHOTOS_A_BATCH } from "../../src/images/enrichment/enrich-batches.ts";
import { home } from "../harness/market.ts";
import { type ModelServer, rightReply, startModelServer } from "../harness/model-server.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { startWebServer } from "../harness/web-server.ts";
import { withOwnDatabase } from "./own-database.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const ADMIN = "bootstrap-key-of-the-indexing-proof";
const PHOTOS_A_LISTING = 20;
/** Requests to the vision model for a picture: a description, the room, the features. */
const CHATS_A_PICTURE = 3;
/** Duration of model answers, so that a job lasts long enough to be killed. */
const CHAT_MS = 10;
/** Below the timeout of a photo server, and long enough to be stopped in. */
const SLOW_MS = 1500;
const TIMEOUT_MS = 240_000;
/** Polling: often enough to find a job in its middle, rarely where only the end counts. */
const OFTEN_MS = 20;
const RARELY_MS = 250;

type Progress = { status: string; processed: number; total: number; errors: unknown[] };

/**
 * Repeatedly kills a real server with SIGKILL (with its database, when it is the embedded one) in the middle of an indexing job that
 * analyzes all photos again. Each time the job must continue where it was: no stored result is lost or computed again.
 */
export async function proveIndexing(
  kills: number,
  { listings = 15, serverUrl = process.env.DATABASE_URL } = {},
): Promise<string> {
  const prove = (databaseUrl: string | null) =>
    withRun(databaseUrl, 0, (run, photoServer) => run.prove(kills, listings, photoServer));
  return serverUrl ? withOwnDatabase(serverUrl, prove) : prove(null);
}

/**
 * Stops a real server (SIGTERM) while an indexing job waits for a slow photo server. The photos do not fail:
 * the next process analyzes all of them.
 */
export async function proveStop(serverUrl: string | undefined): Promise<string> {
  const prove = (databaseUrl: string | null) =>
    withRun(databaseUrl, SLOW_MS, (run, photoServer) => run.proveStop(2, photoServer));
  return serverUrl ? withOwnDatabase(serverUrl, prove) : prove(null);
}

/** @param slowMs response time of the photo server for photos after the first batch. */
async function withRun(
  databaseUrl: string | null,
  slowMs: number,
  prove: (run: IndexingRun, photoServer: string) => Promise<string>,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-indexing-"));
  const model = await startModelServer();
  model.reply = async (request) => ({
    ...(await rightReply(request)),
    ...(request.path.includes("chat") && { afterMs: CHAT_MS }),
  });
  const web = await startWebServer(async (request, response) => {
    const nth = Number(/(\d+)\.jpg/.exec(request.url ?? "")?.[1] ?? 0);
    if (nth >= PHOTOS_A_BATCH) await delay(slowMs);
    response.end(await pictureOf(nth % 360));
  });
  const settings = {
    DATA_DIR: dataDir,
    DEMO: "false",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    OUTBOUND_ALLOW: "127.0.0.1",
    MODEL_PROVIDER: "server",
    MODEL_SERVER_URL: model.url,
    TEXT_MODEL: "words",
    IMAGE_EMBEDDING_MODEL: "pictures",
    VISION_MODEL: "eyes",
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
  };
  const run = new IndexingRun(model, settings);
  try {
    return await prove(run, web.url);
  } finally {
    await run.stop();
    await web.close();
    await model.close();
    await removeFolder(dataDir);
  }
}

class IndexingRun {
  readonly #model: ModelServer;
  readonly #settings: Record<string, string>;
  #server: ServerProcess | null = null;
  /** From each start until the job continued. */
  readonly #pauses: number[] = [];

  constructor(model: ModelServer, settings: Record<string, string>) {
    this.#model = model;
    this.#settings = settings;
  }

  async prove(kills: number, listings: number, photoServer: string): Promise<string> {
    await this.#start();
    const images = listings * PHOTOS_A_LISTING;
    await this.#import(listings, photoServer);
    await this.#until(
      "all photos are read",
      async () => (await this.#stats()).index_coverage === 1,
      RARELY_MS,
    );
    const job = await this.#request<{ job_id: string; images_queued: number }>(
      "POST",
      "/api/admin/embeddings/reindex/images?force=true",
    );
    if (job.images_queued !== images) throw new Error(`${job.images_queued} of ${images} photos were queued`);
    const path = `/api/admin/embeddings/jobs/${job.job_id}`;
    for (let nth = 1; nth <= kills; nth++) await this.#killAt(path, (images * nth) / (kills + 1));
    const end = await this.#until(
      "the job has ended",
      async () => {
        const now = await this.#progress(path);
        return now.status === "completed" && now;
      },
      RARELY_MS,
    );
    if (end.processed !== images || end.errors.length > 0)
      throw new Error(`The job ended with ${JSON.stringify(end)}`);
    const longest = Math.max(...this.#pauses) / 1000;
    return (
      `${images} images in one job on ${this.#settings.DATABASE_URL ? "PostgreSQL" : "the embedded database"}, ` +
      `${kills} kill -9: completed, 0 lost, 0 read again that were stored; ` +
      `it went on ${longest.toFixed(1)} s after the start of the next process at most`
    );
  }

  async proveStop(listings: number, photoServer: string): Promise<string> {
    await this.#start();
    const images = listings * PHOTOS_A_LISTING;
    await this.#import(listings, photoServer);
    // On a busy machine the model server may not answer the first time.
    const job = await this.#until("the job is accepted", () =>
      this.#request<{ job_id: string; images_queued: number }>(
        "POST",
        "/api/admin/embeddings/reindex/images",
      ).catch((error: Error) => {
        if (error.message.includes("answered 503")) return false as const;
        throw error;
      }),
    );
    if (job.images_queued !== images) throw new Error(`${job.images_queued} of ${images} photos were queued`);
    const path = `/api/admin/embeddings/jobs/${job.job_id}`;
    const before = await this.#until("the job waits for slow photos", async () => {
      const now = await this.#progress(path);
      return now.processed > 0 && now;
    });
    if (before.status !== "running") throw new Error(`There was nothing to stop: ${before.status}`);
    await this.#server?.pool.destroy();
    const stopRequestedAt = performance.now();
    await this.#server?.stop();
    const stopped = (performance.now() - stopRequestedAt) / 1000;
    await this.#start();
    const end = await this.#until("the job has ended", async () => {
      const now = await this.#progress(path);
      return now.status !== "running" && now;
    });
    if (end.status !== "completed" || end.processed !== images || end.errors.length > 0)
      throw new Error(`The job ended with ${JSON.stringify(end)}`);
    return `stopped within ${stopped.toFixed(1)} s at ${before.processed} of ${images} images; completed by the next process`;
  }

  async stop(): Promise<void> {
    this.#server?.kill();
    await this.#server?.stop();
  }

  async #killAt(path: string, images: number): Promise<void> {
    const before = await this.#until("the job is in its middle", async () => {
      const now = await this.#progress(path);
      return now.processed >= images && now;
    });
    this.#server?.kill();
    await this.#server?.pool.destroy();
    await this.#server?.stop();
    if (before.status !== "running") throw new Error(`There was nothing to kill: ${before.status}`);
    await this.#start();
    const started = performance.now();
    const requestsBefore = this.#model.requests.length;
    const stored = (await this.#progress(path)).processed;
    if (stored < before.processed) throw new Error(`${before.processed} were done, ${stored} are`);
    await this.#until("the job goes on", async () => (await this.#progress(path)).processed > stored);
    this.#pauses.push(performance.now() - started);
    const { processed } = await this.#progress(path);
    const chats = this.#model.requests
      .slice(requestsBefore)
      .filter(({ path }) => path.includes("chat")).length;
    // Those of the batch that is under way beside what is done; and its photos are asked about one after the other.
    const most = (processed - stored + 2 * 16) * CHATS_A_PICTURE;
    if (chats > most)
      throw new Error(`${chats} requests for ${processed - stored} images: some were analyzed again`);
  }

  async #start(): Promise<void> {
    this.#server = await startServer(this.#settings, 2);
  }

  async #import(listings: number, photoServer: string): Promise<void> {
    const records = Array.from({ length: listings }, (_, at) =>
      home({
        ListingId: `PROOF-${at}`,
        Media: Array.from({ length: PHOTOS_A_LISTING }, (_, nth) => ({
          MediaURL: `${photoServer}/${at * PHOTOS_A_LISTING + nth}.jpg`,
          MediaKey: `${at}-${nth}`,
          Order: nth + 1,
        })) as never,
      }),
    );
    await this.#request("POST", "/api/admin/listings/import?source=proof", {
      headers: { "content-type": "application/x-ndjson" },
      body: records.map((record) => JSON.stringify(record)).join("\n"),
    });
  }

  #stats(): Promise<{ index_coverage: number }> {
    return this.#request("GET", "/api/admin/embeddings/images/stats");
  }

  async #progress(path: string): Promise<Progress> {
    const { status, progress, errors } = await this.#request<
      Omit<Progress, "processed"> & { progress: Progress }
    >("GET", path);
    return { ...progress, status, errors };
  }

  async #request<Body>(
    method: "GET" | "POST",
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<Body> {
    const { pool } = this.#server as ServerProcess;
    const reply = await pool.request({
      method,
      path,
      headers: { "x-api-key": ADMIN, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await reply.body.text();
    if (reply.statusCode >= 300) throw new Error(`${path} answered ${reply.statusCode}: ${text}`);
    return JSON.parse(text) as Body;
  }

  async #until<Value>(what: string, look: () => Promise<Value | false>, everyMs = OFTEN_MS): Promise<Value> {
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = await look();
      if (found) return found;
      if (performance.now() > until) throw new Error(`In four minutes it was not so that ${what}`);
      await delay(everyMs);
    }
  }
}

function pictureOf(hue: number): Promise<Buffer> {
  return sharp({ create: { width: 120, height: 80, channels: 3, background: `hsl(${hue},60%,50%)` } })
    .jpeg()
    .toBuffer();
}
