import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs this process's command again, below a script that starts what it needs; this process gets its exit status. */
export function rerunWith(script: "with-postgres.sh" | "with-chromium.sh"): void {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync(`scripts/${script}`, command, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, POSTGRES_OPTIONS: "-c shared_buffers=1GB -c max_wal_size=4GB" },
  });
  process.exitCode = status ?? 1;
}
