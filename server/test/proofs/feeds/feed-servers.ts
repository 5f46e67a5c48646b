import { setTimeout as delay } from "node:timers/promises";
import type { SeededRandom } from "../../search-oracle/seeded-random.ts";
import { type ServerProcess, startServer } from "../server-process.ts";

const CLOCK = new URL("./preload-clock.ts", import.meta.url).href;
const ADMIN = "bootstrap-key-of-the-proof-of-feeds";
const REPLY_WITHIN_MS = 60_000;

/** As a route replied. */
export type Reply<Body> = { status: number; body: Body };

/** The servers of the proof; each can be killed at any time, and calls go to one that runs. */
export class FeedServers {
  readonly #settings: Record<string, string>[];
  readonly #running: (ServerProcess | null)[];
  readonly #random: SeededRandom;

  /** @param settings of each process. */
  constructor(settings: Record<string, string>[], random: SeededRandom) {
    this.#settings = settings.map((each) => ({
      ...each,
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: process.env.LOG_LEVEL ?? "fatal",
      BOOTSTRAP_ADMIN_KEY: ADMIN,
      OUTBOUND_ALLOW: "127.0.0.1",
    }));
    this.#running = settings.map(() => null);
    this.#random = random;
  }

  async start(): Promise<void> {
    for (const nth of this.#running.keys()) await this.#start(nth);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.keys().map((nth) => this.#end(nth)));
  }

  /** SIGKILL to one of them, which is started again. */
  async killOne(): Promise<void> {
    const nth = this.#random.integer(0, this.#running.length - 1);
    this.#running[nth]?.kill();
    await this.#end(nth);
    await this.#start(nth);
  }

  /** Sent again while no process takes it: it was sent to one that was killed. */
  async call<Body>(method: string, path: string, body?: object): Promise<Reply<Body>> {
    const until = performance.now() + REPLY_WITHIN_MS;
    for (;;) {
      try {
        return await this.#send(method, path, body);
      } catch (error) {
        if (performance.now() > until) throw error;
        await delay(100);
      }
    }
  }

  async #send<Body>(method: string, path: string, body?: object): Promise<Reply<Body>> {
    const running = this.#running.filter((server) => server !== null);
    if (running.length === 0) throw new Error("No server runs");
    const reply = await this.#random.pick(running).pool.request({
      method: method as "GET",
      path,
      headers: { "x-api-key": ADMIN, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.body.text();
    if (reply.statusCode === 503) throw new Error(`${path} answered ${reply.statusCode}: ${text}`);
    return { status: reply.statusCode, body: text === "" ? null : JSON.parse(text) };
  }

  /** Whose visitors see the listings. */
  async openBrokerage(): Promise<number> {
    const body = { slug: "brokerage", name: "Brokerage" };
    const reply = await this.call<{ id: number }>("POST", "/api/admin/brokerages", body);
    if (reply.status >= 300) throw new Error(`creating a brokerage answered ${reply.status}`);
    return reply.body.id;
  }

  /** The bytes at one of our addresses. */
  async bytes(path: string): Promise<{ status: number; bytes: Buffer }> {
    const server = this.#running.find((each) => each !== null) as ServerProcess;
    const reply = await server.pool.request({ method: "GET", path });
    return { status: reply.statusCode, bytes: Buffer.from(await reply.body.arrayBuffer()) };
  }

  async #start(nth: number): Promise<void> {
    this.#running[nth] = await startServer(this.#settings[nth] as Record<string, string>, 4, {
      preload: CLOCK,
    });
  }

  async #end(nth: number): Promise<void> {
    const server = this.#running[nth];
    this.#running[nth] = null;
    await server?.stop();
    await server?.pool.destroy();
  }
}
