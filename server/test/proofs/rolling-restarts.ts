import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { type RoundRobinProxy, startRoundRobinProxy } from "../harness/round-robin-proxy.ts";
import { freePort, lintel } from "../harness/run-lintel.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { withOwnDatabase } from "./own-database.ts";

const CALLERS = 12;
const PAUSE_MS = 60;
const ADMIN = "bootstrap-key-of-the-restarts-proof";
const HOST = "restarts.test";

/**
 * Two servers on one PostgreSQL, behind a load balancer without retries, are restarted in turn with SIGTERM during
 * searches, details, contact forms and authenticated reads. No request may be lost, and every acknowledged contact form
 * must be stored once.
 */
export async function proveRestarts(requests: number, serverUrl = process.env.DATABASE_URL): Promise<string> {
  if (!serverUrl) throw new Error("This proof needs DATABASE_URL: scripts/with-postgres.sh npm run prove …");
  return withOwnDatabase(serverUrl, (url) => restartUnderLoad(requests, url));
}

async function restartUnderLoad(requests: number, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-restarts-"));
  const ports = [await freePort(), await freePort()];
  const servers = new Map<number, ReturnType<typeof lintel>>();
  const start = async (port: number) => {
    const server = lintel(["serve"], {
      DATA_DIR: join(folder, String(port)),
      DATABASE_URL: databaseUrl,
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      PORT: String(port),
      BOOTSTRAP_ADMIN_KEY: ADMIN,
      SHUTDOWN_DELAY_SECONDS: "1",
      ...secretSettings,
    });
    servers.set(port, server);
    await server.waitForOutput("http://");
  };
  let proxy: RoundRobinProxy | undefined;
  try {
    for (const port of ports) await start(port);
    proxy = await startRoundRobinProxy(ports);
    for (const port of ports) await proxy.isIn(port, true);
    const load = new Load(proxy.port, requests);
    await load.prepare();

    const began = performance.now();
    const sending = load.send();
    let restarts = 0;
    while (!load.done) {
      const port = ports[restarts % ports.length] as number;
      const server = servers.get(port);
      server?.child.kill("SIGTERM");
      const ended = await server?.exit;
      if (ended?.status !== 0) throw new Error(`A stop ended with ${ended?.status}: ${ended?.stderr}`);
      await start(port);
      await proxy.isIn(port, true);
      restarts++;
      if (restarts >= 2) load.mayEnd();
    }
    await sending;
    const seconds = (performance.now() - began) / 1000;
    const stored = await storedForms(databaseUrl, folder);
    const missing = load.acknowledged.filter((email) => stored.get(email) !== 1);
    if (missing.length > 0)
      throw new Error(`Acknowledged forms that are not there once: ${missing.join(", ")}`);
    if (load.lost.length > 0)
      throw new Error(`${load.lost.length} requests lost: ${load.lost.slice(0, 20).join("; ")}`);
    return (
      `${load.sent} requests through ${restarts} restarts of 2 servers behind a proxy without retries: ${load.lost.length} lost; ` +
      `${load.acknowledged.length} contact forms acknowledged, each stored once; ${seconds.toFixed(0)} s`
    );
  } finally {
    await proxy?.close();
    for (const { child, exit } of servers.values()) {
      child.kill("SIGKILL");
      await exit;
    }
    await removeFolder(folder);
  }
}

/** Callers that send one request after the other, until enough were sent and they are stopped. */
class Load {
  sent = 0;
  done = false;
  readonly lost: string[] = [];
  readonly acknowledged: string[] = [];
  readonly #pool: Pool;
  readonly #requests: number;
  #mayEnd = false;

  constructor(port: number, requests: number) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: CALLERS, pipelining: 1 });
    this.#requests = requests;
  }

  mayEnd(): void {
    this.#mayEnd = true;
  }

  async prepare(): Promise<void> {
    const headers = { "x-api-key": ADMIN };
    const json = { ...headers, "content-type": "application/json" };
    const made = await this.#ask(
      "POST",
      "/api/admin/brokerages",
      json,
      '{"slug":"restarts","name":"Restarts"}',
    );
    const { id } = JSON.parse(made.text);
    await this.#ask("POST", `/api/admin/brokerages/${id}/domains`, json, JSON.stringify({ domain: HOST }));
    const listing =
      '{"ListingId":"A","StandardStatus":"Active","PropertyType":"Land","StateOrProvince":"ID"}\n';
    const imported = await this.#ask("POST", "/api/admin/listings/import?source=mls", headers, listing);
    if (imported.status !== 200)
      throw new Error(`The import was answered ${imported.status}: ${imported.text}`);
    // The other server reads the change log four times a second.
    while (!(await this.#knownEverywhere())) await delay(100);
  }

  async send(): Promise<void> {
    const call = async () => {
      while (this.sent < this.#requests || !this.#mayEnd) {
        await this.#one(this.sent++);
        await delay(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, call)).finally(() => {
      this.done = true;
    });
    await this.#pool.close();
  }

  async #one(number: number): Promise<void> {
    const email = `visitor-${number}@visitors.test`;
    const form = { firstName: "Visitor", lastName: "X", email, subject: "House", message: "With a garden." };
    const json = { host: HOST, "content-type": "application/json" };
    const kinds = [
      () => this.#ask("GET", "/api/properties", { host: HOST }),
      () => this.#ask("GET", "/api/properties/A", { host: HOST }),
      () => this.#ask("POST", "/api/contact", json, JSON.stringify(form)),
      () => this.#ask("GET", "/api/admin/brokerages", { "x-api-key": ADMIN }),
    ];
    const kind = number % kinds.length;
    try {
      const reply = await (kinds[kind] as (typeof kinds)[0])();
      if (reply.status !== 200) this.lost.push(`${kind}: ${reply.status} ${reply.text.slice(0, 200)}`);
      else if (kind === 2) this.acknowledged.push(email);
    } catch (error) {
      this.lost.push(`${kind}: ${String(error)}`);
    }
  }

  async #knownEverywhere(): Promise<boolean> {
    const replies = [];
    for (let at = 0; at < 4; at++) replies.push(await this.#ask("GET", "/api/properties", { host: HOST }));
    return replies.every(({ status, text }) => status === 200 && JSON.parse(text).total === 1);
  }

  async #ask(method: "GET" | "POST", path: string, headers: Record<string, string>, body?: string) {
    const reply = await this.#pool.request({ method, path, headers, body: body ?? null });
    return { status: reply.statusCode, text: await reply.body.text() };
  }
}

/** The number of leads of each address. */
async function storedForms(databaseUrl: string, dataDir: string): Promise<Map<string, number>> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir }, createLog("error"));
  const rows = await db.selectFrom("leads").select("email").execute();
  await close();
  const counts = new Map<string, number>();
  for (const { email } of rows) counts.set(String(email), (counts.get(String(email)) ?? 0) + 1);
  return counts;
}
