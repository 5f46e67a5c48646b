import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { freePort } from "../../server/test/harness/run-lintel.ts";
import { median } from "./quantile.ts";

const HERE = fileURLToPath(new URL("../../", import.meta.url));
const TIMEOUT_MS = 180_000;

/** A checkout with its packages installed. */
type Tree = { name: string; folder: string; starts: Start[] };
type Start = { seconds: number; cpuSeconds: number };

/**
 * The first start with the demo, after the installation of packages: `npm start` on a new data folder and an empty compile cache, until the server is ready and lists
 * demo homes. With `-- --against FOLDER` another checkout is started alternately, for a comparison on the same machine.
 */
export async function benchFirstStart(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { against: { type: "string" }, starts: { type: "string", default: "5" } },
  });
  const trees: Tree[] = [{ name: "this tree", folder: HERE, starts: [] }];
  if (values.against) trees.unshift({ name: values.against, folder: resolve(values.against), starts: [] });
  // npm start installs missing packages: without this, that would be measured as a start.
  for (const { folder } of trees)
    execFileSync(process.execPath, ["scripts/ensure-install.mjs"], { cwd: folder });
  for (let nth = 0; nth < Number(values.starts); nth++) {
    for (const tree of trees) {
      const start = await firstStart(tree.folder);
      tree.starts.push(start);
      console.log(
        `${tree.name}: ${start.seconds.toFixed(1)} s, ${start.cpuSeconds.toFixed(1)} s of processor time`,
      );
    }
  }
  for (const { name, starts } of trees) {
    console.log(`${name}, ${starts.length} first starts: ${spread(starts.map(({ seconds }) => seconds))} s`);
    console.log(`  processor time ${spread(starts.map(({ cpuSeconds }) => cpuSeconds))} s`);
  }
}

async function firstStart(folder: string): Promise<Start> {
  const data = await mkdtemp(join(tmpdir(), "lintel-first-start-"));
  const port = await freePort();
  const started = performance.now();
  // A process group of its own: npm, the server and its database are measured and stopped together.
  const child = spawn("npm", ["start"], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATABASE_URL: "",
      DATA_DIR: join(data, "data"),
      NODE_COMPILE_CACHE: join(data, "compile-cache"),
      PORT: String(port),
      LOG_LEVEL: "warn",
      DEMO: "true",
    },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (bytes) => {
    stdout += bytes;
  });
  child.stderr.on("data", (bytes) => {
    stderr += bytes;
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    while (!stdout.includes(" is ready at ") || !(await listsHomes(port))) {
      if (child.exitCode !== null || performance.now() - started > TIMEOUT_MS) {
        throw new Error(`npm start in ${folder} does not list demo homes: ${stderr}`);
      }
      await delay(20);
    }
    return { seconds: (performance.now() - started) / 1000, cpuSeconds: await cpuSecondsOf(child.pid!) };
  } finally {
    process.kill(-child.pid!, "SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

async function listsHomes(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://localhost:${port}/api/properties?city=Boise`);
    return ((await reply.json()) as { items: unknown[] }).items.length > 0;
  } catch {
    return false;
  }
}

/** Processor time of the processes in the group, including ended ones, in hundredths of a second (/proc). */
async function cpuSecondsOf(group: number): Promise<number> {
  let ticks = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, , processGroup, , , , , , , , , ...rest] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    if (processGroup === group) ticks += rest.slice(0, 4).reduce((sum, each) => sum + each, 0);
  }
  return ticks / 100;
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `median ${median(values).toFixed(1)}, ${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)}`;
}
