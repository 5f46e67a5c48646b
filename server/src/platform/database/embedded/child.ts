import { once } from "node:events";
import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { lockDataFolder } from "./lock-data-folder.ts";
import { type ChildMessage, heartbeatPath } from "./protocol.ts";
import { serveFolder } from "./serve-folder.ts";

/*
 * The embedded database: PostgreSQL compiled to WebAssembly, in a child process so that queries do not block the
 * API's event loop. start-embedded.ts starts it with the data folder and the socket path.
 */

const OTHERS = 0o077;

/** PGlite sets file modes with chmod, which ignores the umask. In its process, modes are masked to this user. */
function keepModesPrivate(): void {
  process.umask(OTHERS);
  const { chmodSync, fchmodSync } = fs;
  const own = (mode: fs.Mode) => Number(mode) & ~OTHERS;
  fs.chmodSync = (path, mode) => chmodSync(path, own(mode));
  fs.fchmodSync = (file, mode) => fchmodSync(file, own(mode));
  syncBuiltinESMExports();
}

const [dataDir, socketPath] = process.argv.slice(2) as [string, string];

function notifyParent(message: ChildMessage): void {
  // The parent may have been killed during the start.
  process.send?.(message, () => {});
}

// Ctrl-C reaches the whole process group: the database must outlive its parent's last queries.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

keepModesPrivate();

async function run(): Promise<void> {
  if (!lockDataFolder(dataDir)) {
    notifyParent({ type: "locked" });
    return process.disconnect();
  }
  // The parent may end while the database opens: nothing would stop this process then, and the folder would stay locked.
  const parentEnded = once(process, "disconnect");
  const heartbeat = new Worker(new URL("./heartbeat-thread.ts", import.meta.url), {
    workerData: heartbeatPath(socketPath),
  });
  await once(heartbeat, "online");
  heartbeat.unref();
  const { created, close } = await serveFolder(dataDir, socketPath);
  notifyParent({ type: "ready", created });
  if (process.connected) await parentEnded;
  // A hanging query must not keep the folder locked.
  setTimeout(() => process.exit(1), 10_000).unref();
  await close();
  rmSync(dirname(socketPath), { recursive: true, force: true });
  process.exit(0);
}

run().catch((error: unknown) => {
  // Otherwise the database would keep the process alive and the folder locked.
  const message: ChildMessage = {
    type: "failed",
    reason: error instanceof Error ? error.message : String(error),
  };
  if (!process.send) process.exit(1);
  process.send(message, () => process.exit(1));
});
