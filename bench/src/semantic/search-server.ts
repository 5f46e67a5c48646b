import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Pool } from "undici";
import { freePort } from "../../../server/test/harness/run-lintel.ts";
import { secretSettings } from "../../../server/test/harness/test-secrets.ts";
import type { ThreadTime } from "./report-thread-time.ts";

const REPORTER = new URL("report-thread-time.ts", import.meta.url).href;
const ADMIN_KEY = "bootstrap-key-of-the-semantic-benchmark";
const HOST = "semantic.test";
const QUIET_MS = 3000;
const QUIET_SHARE = 0.1;

export type Environment = { DATABASE_URL: string; DATA_DIR: string };

const settings = {
  NODE_ENV: "production",
  DEMO: "false",
  LOG_LEVEL: "error",
  RATE_LIMITS: "off",
  BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
  ...secretSettings,
};

/** Runs a command of the checkout in `folder`. */
export async function runCommand(folder: string, args: string[], environment: Environment): Promise<void> {
  await promisify(execFile)(process.execPath, [join(folder, "server/src/main.ts"), ...args], {
    env: { ...process.env, ...settings, ...environment },
    maxBuffer: 1e8,
  });
}

/** The server of a checkout in a process of its own, which reports the processor time of its main thread. */
export class SearchServer {
  readonly base: string;
  readonly #child: ChildProcess;
  readonly #pool: Pool;

  private constructor(child: ChildProcess, base: string) {
    this.#child = child;
    this.base = base;
    this.#pool = new Pool(base, { connections: 64, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });
  }

  static async start(
    folder: string,
    environment: Environment,
    nodeOptions: string[] = [],
  ): Promise<SearchServer> {
    const port = await freePort();
    const main = join(folder, "server/src/main.ts");
    const child = spawn(process.execPath, [...nodeOptions, "--import", REPORTER, main, "serve"], {
      env: { ...process.env, ...settings, ...environment, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    let output = "";
    while (!output.includes("http://"))
      output += String((await once(child.stdout as NodeJS.ReadableStream, "data"))[0]);
    child.stdout?.resume();
    return new SearchServer(child, `http://127.0.0.1:${port}`);
  }

  async openBrokerage(): Promise<void> {
    const admin = { "x-api-key": ADMIN_KEY };
    const { id } = await this.post<{ id: number }>(
      "/api/admin/brokerages",
      { name: "B", slug: "bench" },
      admin,
    );
    await this.post(`/api/admin/brokerages/${id}/domains`, { domain: HOST }, admin);
  }

  /** The ids that were found. */
  async search(query: string): Promise<string[]> {
    const { results } = await this.post<{ results: { listing_id: string }[] }>("/api/search/semantic", {
      query,
      limit: 20,
    });
    return results.map(({ listing_id }) => listing_id);
  }

  async get(path: string): Promise<void> {
    const reply = await this.#pool.request({ method: "GET", path, headers: { host: HOST } });
    await reply.body.text();
    if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}`);
  }

  async post<Reply>(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await this.#pool.request({
      method: "POST",
      path,
      headers: { host: HOST, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await reply.body.text();
    if (reply.statusCode > 201) throw new Error(`${path} answered ${reply.statusCode}: ${text}`);
    return JSON.parse(text) as Reply;
  }

  async time(): Promise<ThreadTime> {
    const reply = once(this.#child, "message");
    this.#child.send("report");
    return (await reply)[0] as ThreadTime;
  }

  /** Waits until background work, such as the build of the graph, has ended. */
  async quiet(): Promise<void> {
    for (;;) {
      const before = await this.time();
      await pause(QUIET_MS);
      if ((await this.time()).all - before.all < QUIET_MS * QUIET_SHARE) return;
    }
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    if (this.#child.exitCode === null) await once(this.#child, "exit");
    await this.#pool.destroy();
  }
}
