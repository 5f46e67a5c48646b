import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { buildProgram } from "../../server/build/build-program.ts";
import { freePort, lintel } from "../../server/test/harness/run-lintel.ts";
import { median } from "./quantile.ts";

const STARTS = 6;
const TIMEOUT_MS = 120_000;

type Start = { seconds: number; cpuSeconds: number };

/**
 * Starts of a server without the demo, until it is ready: of the sources and of the built program, one after the other, with compiled code
 * cached. On DATABASE_URL, else on the embedded database.
 */
export async function benchProgramStart(): Promise<void> {
  await buildProgram();
  const folder = await mkdtemp(join(tmpdir(), "lintel-program-start-"));
  const kinds = [
    { name: "sources", settings: { LINTEL_SOURCES: "1" }, starts: [] as Start[] },
    { name: "built", settings: { LINTEL_SOURCES: "" }, starts: [] as Start[] },
  ];
  try {
    const secret = randomBytes(32).toString("base64");
    const settings = {
      ...{ DATABASE_URL: process.env.DATABASE_URL ?? "", DATA_DIR: folder, DEMO: "false" },
      ...{ FAVORITES_SECRET: secret, ENCRYPTION_KEY: secret },
      NODE_COMPILE_CACHE: join(folder, "compiled"),
    };
    // The first start of each migrates, or fills the cache.
    for (let nth = 0; nth <= STARTS; nth++)
      for (const kind of kinds) {
        const start = await startOnce({ ...settings, ...kind.settings });
        if (nth > 0) kind.starts.push(start);
      }
    for (const { name, starts } of kinds) {
      const [seconds, cpu] = [starts.map((each) => each.seconds), starts.map((each) => each.cpuSeconds)];
      console.log(
        `${name}: ready after ${median(seconds).toFixed(2)} s, ${median(cpu).toFixed(2)} s of its processor time (medians of ${STARTS})`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startOnce(settings: Record<string, string>): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const server = lintel(["serve"], { ...settings, PORT: String(port) });
  try {
    while (!(await isReady(port))) {
      if (server.child.exitCode !== null || performance.now() - started > TIMEOUT_MS)
        throw new Error(`The server did not become ready: ${server.written()}`);
      await delay(10);
    }
    const seconds = (performance.now() - started) / 1000;
    return { seconds, cpuSeconds: await cpuSecondsOf(server.child.pid as number) };
  } finally {
    server.child.kill("SIGTERM");
    await server.exit;
  }
}

async function isReady(port: number): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
  await reply?.body?.cancel();
  return reply?.ok ?? false;
}

/** Of the process without its children, in hundredths of a second (/proc). */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}
