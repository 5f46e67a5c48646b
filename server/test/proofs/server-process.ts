import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Pool } from "undici";
import { freePort, lintel } from "../harness/run-lintel.ts";
import { secretSettings } from "../harness/test-secrets.ts";

/** `lintel serve` in a child process, as proofs use it. */
export type ServerProcess = {
  pool: Pool;
  port: number;
  pid: number;
  /** What it has written so far. */
  written(): string;
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
  const { child, waitForOutput, exit, written } = lintel(
    ["serve"],
    { ...settings, PORT: String(port) },
    options,
  );
  await waitForOutput("http://");
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    pool,
    port,
    pid: child.pid as number,
    written,
    kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      for (const pid of [child.pid as number, ...childrenOf(child.pid as number)]) killIfThere(pid);
    },
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

type RoleOptions = { name?: string; folder: string; databaseUrl: string; adminKey: string; mailPort: number };

/** One role of a product that several processes share: a database, a mail server, and a folder of its own for each name. */
export function startRole(
  role: "api" | "worker",
  { name = role, folder, databaseUrl, adminKey, mailPort }: RoleOptions,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  return startServer(
    {
      ROLE: role,
      DATA_DIR: join(folder, name),
      DATABASE_URL: databaseUrl,
      DEMO: "false",
      LOG_LEVEL: "error",
      BOOTSTRAP_ADMIN_KEY: adminKey,
      MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: "leads@lintel.test",
      ...secretSettings,
      ...settings,
    },
    4,
  );
}

/** A child may have ended after it was listed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
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
