import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { removeFolder } from "../harness/remove-folder.ts";
import { freePort } from "../harness/run-lintel.ts";
import { type Newcomer, useProduct } from "./newcomer.ts";
import { withOwnDatabase } from "./own-database.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** What npm and the test runner set for their own scripts: a newcomer's shell has none of it. */
const NOT_OF_A_SHELL =
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix)|INIT_CWD|NODE_OPTIONS|LOG_LEVEL|NODE_ENV|VITEST|DATABASE_URL)/;

/**
 * What a newcomer does in the first hour, by the commands of the README: clone, start, a brokerage of one's own, own listings, a lead
 * through the contact form, and a drip mail that is read at /outbox. Every step uses what an earlier one has printed.
 *
 * @param clone whether the packages are installed into a clone of the last commit, as a newcomer does; else this checkout is used.
 */
export async function proveFirstHour({
  clone,
  embedded = true,
  serverUrl = process.env.DATABASE_URL,
}: {
  clone: boolean;
  embedded?: boolean;
  serverUrl?: string | undefined;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lintel-first-hour-"));
  try {
    const checkout = clone ? join(folder, "lintel") : ROOT;
    if (clone)
      await promisify(execFile)("git", ["clone", "--quiet", "--depth=1", `file://${ROOT}`, checkout]);
    const results: string[] = [];
    if (embedded) results.push(await useDatabase("embedded", join(folder, "embedded"), checkout, {}));
    if (serverUrl) {
      results.push(
        await withOwnDatabase(serverUrl, (url) =>
          useDatabase("PostgreSQL", join(folder, "postgres"), checkout, { DATABASE_URL: url }),
        ),
      );
    }
    return results.join("\n");
  } finally {
    await removeFolder(folder);
  }
}

async function useDatabase(
  database: string,
  folder: string,
  checkout: string,
  settings: Record<string, string>,
): Promise<string> {
  const started = performance.now();
  await mkdir(folder);
  const newcomer = await newNewcomer(folder, checkout, settings);
  try {
    const steps = await useProduct(newcomer);
    return `${database}: ${steps.length} steps without a dead end, ${((performance.now() - started) / 1000).toFixed(0)} s\n${steps.map((step) => `  ${step}`).join("\n")}`;
  } finally {
    await newcomer.stop();
  }
}

/** A person with a shell in the checkout, who keeps their files and their `.env` in `folder`. */
async function newNewcomer(
  folder: string,
  checkout: string,
  settings: Record<string, string>,
): Promise<Newcomer> {
  const port = await freePort();
  const shell = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !NOT_OF_A_SHELL.test(name)),
  );
  const path = (shell.PATH ?? "").split(":").filter((entry) => !entry.includes("node_modules/.bin"));
  const env: Record<string, string | undefined> = {
    ...shell,
    ...{ PATH: path.join(":"), DATA_DIR: join(folder, "data"), PORT: String(port), ...settings },
  };
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, {
      ...{ cwd: folder, env, detached: true },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (bytes) => {
      output.stdout += bytes;
    });
    child.stderr.on("data", (bytes) => {
      output.stderr += bytes;
    });
    const exit = once(child, "close").then(([status]) => ({ status: status as number | null, ...output }));
    return { child, exit, output };
  };
  // npm installs packages where they differ from the lock file: never into the checkout that runs the tests.
  const isClone = checkout !== ROOT;
  const runLintel = (args: string[]) =>
    isClone
      ? run("npm", ["--prefix", checkout, "run", "--silent", "lintel", "--", ...args])
      : run(process.execPath, [join(ROOT, "server/src/main.ts"), ...args]);
  let server: ReturnType<typeof run> | null = null;
  const end = async (signal: NodeJS.Signals) => {
    if (!server) return null;
    const { child, exit } = server;
    server = null;
    signalGroup(child, signal);
    return exit;
  };
  return {
    usesPostgres: "DATABASE_URL" in settings,
    set: (name, value) => void Object.assign(env, { [name]: value }),
    command: (...args) => runLintel(args).exit,
    async start() {
      server = isClone ? run("npm", ["--prefix", checkout, "start"]) : runLintel(["serve"]);
      const { exit, output } = server;
      for (;;) {
        // The start's message is one write, whose last line is empty.
        if (/\/redoc[\s\S]*\n\n$/.test(output.stdout)) return { ready: output.stdout, failed: null };
        const ended = await Promise.race([exit, once(server.child.stdout, "data").then(() => null)]);
        if (ended && !/\/redoc/.test(ended.stdout)) {
          server = null;
          return { ready: null, failed: ended.stderr };
        }
      }
    },
    stop: () => end("SIGTERM"),
    async file(name, content) {
      await writeFile(join(folder, name), content);
      return name;
    },
  };
}

/** npm and what it runs, as Ctrl-C reaches them. */
function signalGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  process.kill(-pid, signal);
}
