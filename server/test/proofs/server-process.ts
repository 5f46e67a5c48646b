import { execFileSync } from "node:child_process";
import { Pool } from "undici";
import { freePort, lintel } from "../harness/run-lintel.ts";

/** `lintel serve` in a child process, as proofs use it. */
export type ServerProcess = {
  pool: Pool;
  port: number;
  /** SIGKILL, also for the embedded database. */
  kill(): void;
  stop(): Promise<unknown>;
};

export async function startServer(
  settings: Record<string, string>,
  connections: number,
  options: { preload?: string } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const { child, waitForOutput, exit } = lintel(["serve"], { ...settings, PORT: String(port) }, options);
  await waitForOutput("http://");
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    pool,
    port,
    kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      for (const pid of [child.pid as number, ...childrenOf(child.pid as number)])
        process.kill(pid, "SIGKILL");
    },
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** Child processes, such as the embedded database. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return [];
  }
}

/** The field's value in the reply. */
export async function post<Value = number>(
  { pool }: Pick<ServerProcess, "pool">,
  path: string,
  field: string,
  { headers, body }: { headers: Record<string, string>; body: object },
): Promise<Value> {
  const reply = await pool.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await reply.body.text();
  if (reply.statusCode > 201) throw new Error(`${path} answered ${reply.statusCode}: ${text}`);
  return JSON.parse(text)[field];
}

/** Creates a brokerage with that domain and returns its id. */
export async function openBrokerage(
  server: ServerProcess,
  domain: string,
  adminKey: string,
): Promise<number> {
  const headers = { "x-api-key": adminKey };
  const slug = domain.replace(".test", "");
  const id = await post(server, "/api/admin/brokerages", "id", { headers, body: { slug, name: slug } });
  await post(server, `/api/admin/brokerages/${id}/domains`, "id", { headers, body: { domain } });
  return id;
}
