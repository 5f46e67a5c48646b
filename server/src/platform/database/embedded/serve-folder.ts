import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { unpackInitialCluster } from "./initial-cluster.ts";

export type ServedFolder = {
  /** True for a new database. */
  created: boolean;
  close(): Promise<void>;
};

/** A `WebAssembly.Module`, whose type is in TypeScript's DOM library only. */
export type CompiledPostgres = PGliteOptions["pgliteWasmModule"];

/**
 * Opens the database of a data folder in this process and serves it on a unix socket. Queries block the process, so
 * it must not be the API's. The caller must hold the folder's lock (lock-data-folder.ts).
 *
 * @param wasm compiled PostgreSQL, for callers that open several folders.
 */
export async function serveFolder(
  dataDir: string,
  socketPath: string,
  { wasm }: { wasm?: CompiledPostgres } = {},
): Promise<ServedFolder> {
  const folder = join(dataDir, "postgres");
  const created = !existsSync(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  unpackInitialCluster(folder);
  const db = await PGlite.create(folder, wasm ? { pgliteWasmModule: wasm } : {});
  // Left by a killed process. It is unused, since we hold the lock.
  rmSync(socketPath, { force: true });
  // One of five connections is used. With a limit of one, the query after a failed one is lost.
  const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections: 5 });
  await server.start();
  return {
    created,
    async close() {
      await server.stop();
      await db.close();
    },
  };
}
