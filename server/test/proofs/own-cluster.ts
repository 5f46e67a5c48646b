import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../harness/run-lintel.ts";

const run = promisify(execFile);
const DEBIAN = "/usr/lib/postgresql";

/** PostgreSQL's programs: those of Debian's newest version, else those in PATH. */
export function postgresProgram(name: string): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= 15));
  return Number.isFinite(newest) ? join(DEBIAN, String(newest), "bin", name) : name;
}

/** Runs a program of PostgreSQL, which refuses to work as root: as the user postgres then. */
export async function runPostgres(name: string, args: string[]): Promise<string> {
  const program = postgresProgram(name);
  const isRoot = process.getuid?.() === 0;
  const [command, all] = isRoot ? ["runuser", ["-u", "postgres", "--", program, ...args]] : [program, args];
  const { stdout } = await run(command, all, { maxBuffer: 64 * 1_048_576 });
  return stdout;
}

/** Gives a folder to the user that PostgreSQL runs as. */
export function giveToPostgres(folder: string): void {
  if (process.getuid?.() === 0) execFileSync("chown", ["-R", "postgres", folder]);
}

export type Cluster = { url(database: string): string; stop(): Promise<void> };

/** Starts a cluster on a free port of this machine. `settings` as in postgresql.conf. */
export async function startCluster(data: string, settings: Record<string, string>): Promise<Cluster> {
  const port = await freePort();
  const all: Record<string, string> = {
    ...{ port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "", fsync: "off" },
    ...settings,
  };
  const options = Object.entries(all).map(
    ([name, value]) => `-c ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  const log = `${data}.log`;
  await runPostgres("pg_ctl", ["-D", data, "-l", log, "-w", "-t", "120", "-o", options.join(" "), "start"]);
  return {
    url: (database) => `postgres://lintel@127.0.0.1:${port}/${database}`,
    async stop() {
      await runPostgres("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]).catch(() => {});
    },
  };
}
