import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { removeFolder } from "../harness/remove-folder.ts";
import { freePort, lintel } from "../harness/run-lintel.ts";
import { secretSettings } from "../harness/test-secrets.ts";

const ADMIN = "bootstrap-key-of-the-routing-proof";

export type Json = Record<string, unknown>;
type Method = "GET" | "POST" | "PUT" | "DELETE";

type Server = { pool: Pool; stop(): Promise<unknown> };

/** Real API processes on one database: two on PostgreSQL, one on the embedded database. Requests are sent to them in turn. */
export class Servers {
  readonly dataDir: string;
  readonly #running: Server[] = [];
  #sent = 0;

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  static async start(databaseUrl: string, connections: number): Promise<Servers> {
    const servers = new Servers(await mkdtemp(join(tmpdir(), "lintel-routing-")));
    const settings = {
      DATA_DIR: servers.dataDir,
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      BOOTSTRAP_ADMIN_KEY: ADMIN,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
    };
    const count = databaseUrl ? 2 : 1;
    try {
      for (let n = 0; n < count; n++) servers.#running.push(await startServer(settings, connections / count));
      return servers;
    } catch (error) {
      await servers.discard();
      throw error;
    }
  }

  /** A visitor's request on that domain. */
  register(body: Json, host: string): Promise<Json> {
    return this.#send("POST", "/register", body, { host });
  }

  /** An admin's request. */
  manage(method: Method, path: string, body?: Json): Promise<Json> {
    return this.#send(method, path, body, { "x-api-key": ADMIN });
  }

  /** Stops the processes; the data remains. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((server) => server.stop()));
  }

  async discard(): Promise<void> {
    await this.stop();
    await removeFolder(this.dataDir);
  }

  async #send(
    method: Method,
    path: string,
    body: Json | undefined,
    headers: Record<string, string>,
  ): Promise<Json> {
    const { pool } = this.#running[this.#sent++ % this.#running.length] as Server;
    const reply = await pool.request({
      method,
      path,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    // On a busy machine the last of a thousand requests time out in the database with a 503, and are retried.
    if (reply.statusCode === 503) {
      await delay(1000);
      return this.#send(method, path, body, headers);
    }
    if (reply.statusCode > 201) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${text}`);
    return JSON.parse(text);
  }
}

async function startServer(settings: Record<string, string>, connections: number): Promise<Server> {
  const port = await freePort();
  const { child, waitForOutput, exit } = lintel(["serve"], { ...settings, PORT: String(port) });
  await waitForOutput("http://");
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    pool,
    async stop() {
      await pool.destroy();
      child.kill("SIGTERM");
      await exit;
    },
  };
}
