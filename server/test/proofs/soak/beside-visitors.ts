import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { cookieOfKey } from "../../harness/key-session.ts";
import { home } from "../../harness/market.ts";
import type { ServerProcess } from "../server-process.ts";
import { ADMIN } from "./soak-world.ts";

/** One key may have five, and a replaced one may still be open. */
const STREAMS = 3;
const REPLACE_MS = 10_000;
const IMPORT_MS = 3000;
const HOMES = 300;
const CHANGED = 20;

/** Streams of the console, of which one is replaced every ten seconds, and listings that change as a feed's do. */
export class BesideVisitors {
  streamEvents = 0;
  imports = 0;
  replaced = 0;
  readonly failures: string[] = [];
  readonly #server: ServerProcess;
  readonly #agent = new Agent({ bodyTimeout: 0, headersTimeout: 30_000, connections: STREAMS + 2 });
  readonly #ended = new AbortController();
  #loops: Promise<void>[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async begin(): Promise<void> {
    const origin = `http://localhost:${this.#server.port}`;
    const cookie = await cookieOfKey(origin, ADMIN);
    await this.#import(0);
    this.#loops = [this.#keepStreams(origin, cookie), this.#keepImporting()];
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await Promise.all(this.#loops);
    await this.#agent.destroy();
  }

  async #keepStreams(origin: string, cookie: string): Promise<void> {
    const open: AbortController[] = [];
    const add = () => {
      const closed = new AbortController();
      open.push(closed);
      void this.#read(`${origin}/api/v1/admin/stream`, cookie, closed.signal);
    };
    for (let nth = 0; nth < STREAMS; nth++) add();
    while (await this.#pause(REPLACE_MS)) {
      open.shift()?.abort();
      add();
      this.replaced++;
    }
    for (const each of open) each.abort();
  }

  async #read(url: string, cookie: string, signal: AbortSignal): Promise<void> {
    try {
      const { statusCode, body } = await request(url, {
        ...{ headers: { cookie }, dispatcher: this.#agent, signal },
      });
      if (statusCode !== 200) throw new Error(`a stream was answered ${statusCode}: ${await body.text()}`);
      for await (const chunk of body) this.streamEvents += String(chunk).split("\nevent: ").length - 1;
      throw new Error("a stream was ended by the server");
    } catch (error) {
      if (!signal.aborted) this.failures.push(String(error));
    }
  }

  async #keepImporting(): Promise<void> {
    for (let nth = 1; await this.#pause(IMPORT_MS); nth++)
      await this.#import(nth).catch((error: Error) => this.failures.push(String(error)));
  }

  /** All homes at first, then some of them with new prices. */
  async #import(nth: number): Promise<void> {
    const count = nth === 0 ? HOMES : CHANGED;
    const records = Array.from({ length: count }, (_, at) => {
      const id = (nth * CHANGED + at) % HOMES;
      return home({ ListingId: `SOAK-${id}`, ListPrice: 300_000 + id * 1000 + (nth % 50) * 500 });
    });
    const { statusCode, body } = await this.#server.pool.request({
      method: "POST",
      path: "/api/admin/listings/import?source=soak",
      headers: { "x-api-key": ADMIN },
      body: records.map((record) => JSON.stringify(record)).join("\n"),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`an import was answered ${statusCode}: ${text.slice(0, 200)}`);
    this.imports++;
  }

  /** @returns false when the run has ended. */
  async #pause(ms: number): Promise<boolean> {
    await delay(ms, undefined, { signal: this.#ended.signal }).catch(() => {});
    return !this.#ended.signal.aborted;
  }
}
