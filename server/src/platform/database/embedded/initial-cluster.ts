import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** PostgreSQL writes it first, and opens no folder without it. */
const VERSION_FILE = "PG_VERSION";

export type Cluster = { folders: string[]; files: Record<string, Uint8Array> };

/**
 * The data folder that initdb of the installed PGlite and our migrations make: unpacking it takes a tenth of their time. Migrations
 * that are newer than the file are applied at the start, as on any database. `npm run generate:initial-cluster` writes it, a test
 * demands it for each version of PGlite.
 */
export function initialClusterFile(): string {
  return fileURLToPath(new URL(`./initial-cluster-${pgliteVersion()}.br`, import.meta.url));
}

/**
 * Makes `folder` a PostgreSQL data folder unless it is one. A folder that was interrupted before its last file is unpacked
 * again. Without a shipped cluster of the installed PGlite nothing is done, and PGlite runs initdb.
 */
export function unpackInitialCluster(folder: string): void {
  const shipped = initialClusterFile();
  if (existsSync(join(folder, VERSION_FILE)) || !existsSync(shipped)) return;
  const { folders, files } = decodeCluster(readFileSync(shipped));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const [path, bytes] of Object.entries(files)) {
    if (path !== VERSION_FILE) writeFileSync(join(folder, path), bytes, { mode: 0o600 });
  }
  writeFileSync(join(folder, VERSION_FILE), files[VERSION_FILE]!, { mode: 0o600 });
}

export function encodeCluster(cluster: Cluster): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  return brotliCompressSync(serialize(cluster), { params });
}

export function decodeCluster(bytes: Buffer): Cluster {
  return deserialize(brotliDecompressSync(bytes));
}

function pgliteVersion(): string {
  const file = findPackageJSON("@electric-sql/pglite", import.meta.url)!;
  return JSON.parse(readFileSync(join(dirname(file), "package.json"), "utf8")).version;
}
