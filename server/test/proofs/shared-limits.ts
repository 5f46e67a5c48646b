import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hashApiKey, newApiKey, prefixOf } from "../../src/identity/index.ts";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { startRedis } from "../harness/redis-server.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { freePort, lintel } from "../harness/run-lintel.ts";
import { secretSettings } from "../harness/test-secrets.ts";

/** At once, of one key. */
export const REQUESTS = 1000;
/** Of a key in a minute. */
export const LIMIT = 100;

/**
 * API processes on one PostgreSQL and one Redis. Each round, a new key sends 1,000 requests at once to all:
 * exactly 100 must pass. Then Redis is killed: no request may fail, each process grants its own hundred. When it is
 * back, exactly 100 must pass again.
 */
export async function proveSharedLimits(
  rounds: number,
  databaseUrl = process.env.DATABASE_URL,
  processes = 2,
): Promise<string> {
  if (!databaseUrl) throw new Error("Set DATABASE_URL, or run scripts/with-postgres.sh npm run prove limits");
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-limits-"));
  const redis = await startRedis();
  const database = await openDatabase({ databaseUrl, dataDir }, createLog("silent"));
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, REDIS_URL: redis.url, DEMO: "false" };
  const start = () => startServer({ ...settings, RATE_LIMITS: "on", LOG_LEVEL: "warn", ...secretSettings });
  const servers = await Promise.all(Array.from({ length: processes }, start));
  const round = async () => countPassed(servers, await newKey(database));
  try {
    for (let n = 1; n <= rounds; n++) expectExactly(LIMIT, await round(), `round ${n}`);
    await redis.kill();
    const alone = await round();
    expectExactly(processes * LIMIT, alone, "without Redis");
    await redis.restart();
    await Promise.all(servers.map(({ stderr }) => until(() => stderr().includes("redis available"))));
    for (let n = 1; n <= rounds; n++) expectExactly(LIMIT, await round(), `round ${n} after Redis returned`);
    return (
      `${processes} API processes, one Redis: ${2 * rounds} rounds of ${REQUESTS} requests at once with one key, exactly ${LIMIT} ` +
      `passed in each; without Redis none failed, ${alone} passed (${LIMIT} a process)`
    );
  } finally {
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ exit }) => exit));
    await redis.kill();
    await database.close();
    await removeFolder(dataDir);
  }
}

async function startServer(settings: Record<string, string>) {
  const port = await freePort();
  const server = lintel(["serve"], { ...settings, PORT: String(port) });
  let text = "";
  server.child.stderr.on("data", (bytes) => {
    text += bytes;
  });
  await server.waitForOutput("http://");
  return { ...server, port, stderr: () => text };
}

/** An API key that nothing has counted yet. */
export async function newKey({ db }: DatabaseHandle, role: "agent" | "admin" = "agent"): Promise<string> {
  const key = newApiKey();
  const values = { name: "limits proof", prefix: prefixOf(key), key_hash: hashApiKey(key), role };
  await db.insertInto("api_keys").values(values).execute();
  return key;
}

/** Sends a thousand requests at once, to the servers in turn, and counts those that pass. */
export async function countPassed(servers: readonly { port: number }[], key: string): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const { port } = servers[n % servers.length] as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}/api/auth/verify`, {
        headers: { "x-api-key": key },
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const odd = statuses.filter((status) => status !== 200 && status !== 429);
  if (odd.length > 0)
    throw new Error(`${odd.length} requests answered neither 200 nor 429: ${odd.slice(0, 5)}`);
  return statuses.filter((status) => status === 200).length;
}

export function expectExactly(expected: number, count: number, when: string): void {
  if (count !== expected)
    throw new Error(`${count} of ${REQUESTS} requests passed instead of ${expected} (${when})`);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}
