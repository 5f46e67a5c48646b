import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { freePort } from "../../../server/test/harness/run-lintel.ts";
import type { StatementCounts } from "./count-statements.ts";

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MAIN = fileOf("../../../server/src/main.ts");
const BARE_SERVER = fileOf("bare-server.ts");
const COUNTER = new URL("count-statements.ts", import.meta.url).href;

export type Request = {
  method?: "GET" | "POST" | "PUT" | "PATCH";
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON, a stream as it is. */
  body?: object | Readable;
};

/** A server in a process of its own, whose statements are counted. */
export class MeasuredServer {
  readonly pid: number;
  readonly base: string;
  readonly #child: ChildProcess;
  readonly #pool: Pool;

  private constructor(child: ChildProcess, base: string, connections: number) {
    this.base = base;
    this.#child = child;
    this.#pool = new Pool(base, { connections, pipelining: 1 });
    this.pid = child.pid as number;
  }

  /** @param nodeOptions such as `--cpu-prof`. */
  static product(environment: Record<string, string>, connections: number, nodeOptions: string[] = []) {
    return MeasuredServer.#start([...nodeOptions, MAIN, "serve"], environment, connections);
  }

  static bare(environment: Record<string, string>, connections: number) {
    return MeasuredServer.#start([BARE_SERVER], environment, connections);
  }

  static async #start(script: string[], environment: Record<string, string>, connections: number) {
    const port = await freePort();
    const child = spawn(process.execPath, ["--import", COUNTER, ...script], {
      env: { ...process.env, NODE_ENV: "production", ...environment, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    let output = "";
    while (!output.includes("http://"))
      output += String((await once(child.stdout as NodeJS.ReadableStream, "data"))[0]);
    child.stdout?.resume();
    return new MeasuredServer(child, `http://127.0.0.1:${port}`, connections);
  }

  async send<Reply = Record<string, unknown>>({
    method = "POST",
    path,
    headers,
    body,
  }: Request): Promise<Reply> {
    const reply = await this.#pool.request({
      method,
      path,
      headers: { ...(body && { "content-type": "application/json" }), ...headers },
      body: body instanceof Readable ? body : body ? JSON.stringify(body) : null,
    });
    const text = await reply.body.text();
    if (reply.statusCode >= 300) throw new Error(`${path} answered ${reply.statusCode}: ${text}`);
    return JSON.parse(text) as Reply;
  }

  /** The statements since the last time. */
  async takeStatementCounts(): Promise<StatementCounts> {
    const answer = once(this.#child, "message");
    this.#child.send("report");
    return (await answer)[0] as StatementCounts;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    if (this.#child.exitCode === null) await once(this.#child, "exit");
    await this.#pool.destroy();
  }
}
