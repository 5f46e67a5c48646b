import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../server/test/harness/run-lintel.ts";
import { sqliteDriver } from "../../peers/open-sqlite.ts";
import { answers } from "./answer-queries.ts";
import { widths } from "./queries.ts";
import type { Workload } from "./workloads.ts";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
export const ADMIN_KEY = "an admin key of the benchmark, 32 characters";
// A million listings on a busy machine.
const START_MS = 900_000;
const STOP_MS = 10_000;

/** A server in a process of its own that answers listing searches. */
export type Contender = {
  name: string;
  /** What it answers. */
  workloads: readonly Workload[];
  origin: string;
  /** Its process; the others that it starts are children of this one. */
  pid: number;
  /** @throws when there is no reply, with the reason and what the server has written. */
  request(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
};

type Command = {
  name: string;
  workloads: readonly Workload[];
  command: string[];
  settings: Record<string, string>;
  readyPath: string;
};

/** No peer has near misses. */
const PEER_WORKLOADS: readonly Workload[] = [
  ...widths,
  ...answers.filter((answer) => answer !== "near misses"),
];

type Data = { databaseUrl: string; sqliteFile: string; dataDir: string };

/** Starts the product and the peers, FastAPI where it is installed. Adds each to `started` at once, for the caller to stop. */
export async function startContenders(data: Data, started: Contender[]): Promise<void> {
  started.push(await startLintel(data.databaseUrl, data.dataDir));
  started.push(await startFastifyPg(data.databaseUrl));
  if (hasFastApi()) started.push(await startFastApi(data.databaseUrl));
  started.push(await startFastifySqlite(data.sqliteFile));
}

/** The product with one brokerage, at 127.0.0.1. */
export async function startLintel(databaseUrl: string, dataDir: string): Promise<Contender> {
  const lintel = await start({
    name: "Lintel",
    workloads: [...widths, ...answers],
    command: [process.execPath, path("server/src/main.ts"), "serve"],
    settings: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: "false",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      SHUTDOWN_DELAY_SECONDS: "0",
      BOOTSTRAP_ADMIN_KEY: ADMIN_KEY,
      FAVORITES_SECRET: "the secret of a benchmark, thirty-two characters",
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    readyPath: "/health",
  });
  const post = async (to: string, body: object) => {
    const reply = await lintel.request(to, {
      method: "POST",
      headers: { "x-api-key": ADMIN_KEY, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${to} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { id: number };
  };
  const { id } = await post("/api/admin/brokerages", { name: "Bench", slug: "bench" });
  await post(`/api/admin/brokerages/${id}/domains`, { domain: "127.0.0.1" });
  return lintel;
}

function startFastifyPg(databaseUrl: string): Promise<Contender> {
  return start({
    name: "Fastify + pg",
    workloads: PEER_WORKLOADS,
    command: [process.execPath, path("bench/peers/fastify-pg.ts")],
    settings: { DATABASE_URL: databaseUrl },
    readyPath: "/api/properties",
  });
}

async function startFastifySqlite(file: string): Promise<Contender> {
  return start({
    name: `Fastify + ${await sqliteDriver()}`,
    workloads: PEER_WORKLOADS,
    command: [process.execPath, path("bench/peers/fastify-sqlite.ts")],
    settings: { SQLITE_FILE: file, TZ: "America/Boise" },
    readyPath: "/api/properties",
  });
}

/** Debian's Python, which has the packages; another one in PATH has not. */
const PYTHON = "/usr/bin/python3";

export function hasFastApi(): boolean {
  return spawnSync(PYTHON, ["-c", "import fastapi, uvicorn, asyncpg, uvloop, httptools"]).status === 0;
}

function startFastApi(databaseUrl: string): Promise<Contender> {
  const options = ["--workers", "2", "--loop", "uvloop", "--http", "httptools", "--no-access-log"];
  return start({
    name: "FastAPI + asyncpg",
    workloads: widths,
    command: [
      PYTHON,
      ...["-m", "uvicorn", "fastapi_asyncpg:app", "--app-dir", path("bench/peers"), "--log-level", "error"],
      ...options,
      ...["--port", "{port}"],
    ],
    settings: { DATABASE_URL: databaseUrl, PYTHONDONTWRITEBYTECODE: "1" },
    readyPath: "/api/properties",
  });
}

/** Answers each of the paths with the bytes that `from` answers it with. */
export async function startBareHttp(from: Contender, paths: readonly string[]): Promise<Contender> {
  const bare = await start({
    name: "bare node:http",
    workloads: widths,
    command: [process.execPath, path("bench/peers/bare-http.ts")],
    settings: {},
    readyPath: "/",
  });
  for (const each of paths) {
    const body = await (await from.request(each)).arrayBuffer();
    await bare.request(each, { method: "PUT", body });
  }
  return bare;
}

async function start({ name, workloads, command, settings, readyPath }: Command): Promise<Contender> {
  const port = await freePort();
  const [program = "", ...args] = command.map((part) => part.replace("{port}", String(port)));
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors = (errors + bytes).slice(-4000);
  });
  const origin = `http://127.0.0.1:${port}`;
  await answering(child, origin + readyPath).catch(async (error) => {
    await stop(child);
    throw new Error(`${name} does not start: ${error.message}\n${errors}`);
  });
  const request = (path: string, init: RequestInit = {}) =>
    // A connection of its own: servers close one that waits, and a request that is on its way then is lost.
    fetch(origin + path, { ...init, headers: { ...init.headers, connection: "close" } }).catch((error) => {
      throw new Error(`${name} does not answer ${path}: ${error.cause ?? error}\n${errors}`, {
        cause: error,
      });
    });
  return { name, workloads, origin, pid: child.pid!, request, stop: () => stop(child) };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`exit status ${child.exitCode}`);
    const status = await fetch(url).then(
      (reply) => reply.arrayBuffer().then(() => reply.status),
      () => null,
    );
    if (status !== null && status < 500) return;
    await pause(50);
  }
  throw new Error(`no reply of ${url} within ${START_MS / 1000} s`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}
