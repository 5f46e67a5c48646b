import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { unpackInitialCluster } from "./initial-cluster.ts";

export type ServedFolder = {
  /** There was no database in the folder before. */
  created: boolean;
  close(): Promise<void>;
};

/** A `WebAssembly.Module`, which TypeScript knows of browsers only. */
export type CompiledPostgres = PGliteOptions["pgliteWasmModule"];

/**
 * Opens the database of a data folder in this process, and answers on a unix socket. Its queries block the process: never the
 * API's. Nobody else may have the folder open (lock-data-folder.ts).
 *
 * @param wasm PostgreSQL, compiled already: for who opens several.
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
  // Left by a predecessor that was killed; nobody listens on it, since we have the lock.
  rmSync(socketPath, { force: true });
  // Of five places one is used. With a single one, the query after any failed one is lost.
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
