import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { lockDataFolder } from "./lock-data-folder.ts";
import type { ChildMessage } from "./protocol.ts";

/*
 * The embedded database: PostgreSQL compiled to WebAssembly, in a process of its own so that no query ever
 * blocks the API's event loop. Started by start-embedded.ts with the data folder and the socket to listen on.
 */
const [dataDir, socketPath] = process.argv.slice(2) as [string, string];

function tell(message: ChildMessage): void {
  process.send?.(message);
}

// Ctrl-C reaches the whole process group: the database must outlive its parent's last queries.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

// Whatever the folder's own permissions are, its files are for this user alone.
process.umask(0o077);

async function run(): Promise<void> {
  if (!lockDataFolder(dataDir)) {
    tell({ type: "locked" });
    return process.disconnect();
  }
  const folder = join(dataDir, "postgres");
  const created = !existsSync(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const db = await PGlite.create(folder);
  // Left by a predecessor that was killed; nobody listens on it, since we have the lock.
  rmSync(socketPath, { force: true });
  // Of five places one is used. With a single one, the query after any failed one is lost.
  const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 5 });
  await server.start();

  process.once("disconnect", async () => {
    // A query that hangs must not keep the folder locked for ever.
    setTimeout(() => process.exit(1), 10_000).unref();
    await server.stop();
    await db.close();
    rmSync(dirname(socketPath), { recursive: true, force: true });
    process.exit(0);
  });
  tell({ type: "ready", created });
}

run().catch((error: unknown) => {
  // The database would keep this process alive, and the folder locked.
  const message: ChildMessage = {
    type: "failed",
    reason: error instanceof Error ? error.message : String(error),
  };
  if (!process.send) process.exit(1);
  process.send(message, () => process.exit(1));
});
