import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, rmdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "../config/settings.ts";
import { decodeCluster, initialClusterFile } from "../database/embedded/initial-cluster.ts";
import { lockDataFolder } from "../database/embedded/lock-data-folder.ts";
import { DataFolderInUse, startEmbedded } from "../database/embedded/start-embedded.ts";
import { migrationNames } from "../database/migrate.ts";
import { CANONICAL_FORM, digestTable } from "../database/move/digest-table.ts";
import { readTables } from "../database/move/tables.ts";
import type { Log } from "../log.ts";
import { dataFolderError, requireWritable } from "../prepare-data-folder.ts";
import { VERSION } from "../version.ts";
import { type Manifest, PARTS, RESTORE_FOLDER } from "./manifest.ts";
import { extractParts, readManifest } from "./read-archive.ts";

/** What may be in a folder that counts as empty: the lock and what file systems and interrupted restores leave. */
const LEFTOVERS = /^(lock\.sqlite.*|server\.json|lost\+found|restore\.tmp)$/;
const RESERVE_BYTES = 64 * 1_048_576;

export type RestoreProgress = { phase: "extracting" | "checking"; bytes: number; total: number };

type Restore = {
  file: string;
  dataDir: string;
  log: Log;
  signal: AbortSignal;
  report: (progress: RestoreProgress) => void;
};

/**
 * Restores a backup into an empty data folder: extracts it into `restore.tmp` there, compares everything with its manifest, opens the
 * database where the rows have digests, and moves the parts to their places. The database is moved last: while `restore.tmp` is there
 * without it, no server starts.
 *
 * @throws StartError that says what to do, also for a folder that this user may not create or write; DataFolderInUse while a server runs. Nothing is restored then.
 */
export async function restoreBackup(restore: Restore): Promise<Manifest> {
  const { dataDir, file, signal } = restore;
  const wasThere = existsSync(dataDir);
  const hadLock = existsSync(join(dataDir, "lock.sqlite"));
  if (wasThere) await requireEmpty(dataDir);
  requireWritable(dataDir, restore.log);
  if (!lockDataFolder(dataDir)) throw new DataFolderInUse(`${dataDir} is in use by another process.`);
  const folder = join(dataDir, RESTORE_FOLDER);
  const moved: string[] = [];
  try {
    await removeInterrupted(dataDir);
    const manifest = await readManifest({ file, signal });
    await requireUsable(manifest);
    await requireSpace(dataDir, manifest);
    await mkdir(folder, { mode: 0o700 });
    const total = 2 * manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
      restore.report({ phase: "extracting", bytes: Math.min(bytes, total), total });
    };
    await extractParts({ file, to: folder, signal, onBytes }, manifest);
    await checkRows(folder, manifest, restore);
    signal.throwIfAborted();
    await syncAll(folder);
    for (const name of partsToMove(manifest)) {
      await rename(join(folder, name), join(dataDir, name));
      moved.push(name);
    }
    await syncPath(dataDir);
    await rm(folder, { recursive: true, force: true });
    return manifest;
  } catch (error) {
    for (const name of [...moved, RESTORE_FOLDER])
      await rm(join(dataDir, name), { recursive: true, force: true });
    if (!hadLock) await removeLock(dataDir);
    // Only where nothing is in it.
    if (!wasThere) await rmdir(dataDir).catch(() => {});
    throw error;
  }
}

/** In the order in which they are moved: the database is the last. */
function partsToMove({ parts }: Manifest): string[] {
  const names = parts.map(({ name }) => name);
  return [...PARTS].reverse().filter((name) => names.includes(name));
}

/** Parts that an interrupted restore has moved: the folder was empty when it began, and no server has started since. */
async function removeInterrupted(dataDir: string): Promise<void> {
  const folder = join(dataDir, RESTORE_FOLDER);
  if (!existsSync(folder)) return;
  for (const name of PARTS) await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

async function requireEmpty(dataDir: string): Promise<void> {
  const isInterrupted = existsSync(join(dataDir, RESTORE_FOLDER)) && !existsSync(join(dataDir, "postgres"));
  const parts: readonly string[] = isInterrupted ? PARTS : [];
  const names = await readdir(dataDir).catch((error: unknown) => {
    throw dataFolderError(dataDir, error);
  });
  const found = names.filter((name) => !LEFTOVERS.test(name) && !parts.includes(name));
  if (found.length === 0) return;
  throw new StartError(
    `DATA_DIR (${dataDir}) is not empty: it has ${found.slice(0, 5).join(", ")}. Move it away (mv '${dataDir}' '${dataDir}.old') or set DATA_DIR to another folder, then run lintel restore again.`,
  );
}

/** @throws StartError for a backup of a newer version, or of another major version of PostgreSQL. */
async function requireUsable({ version, migrations, postgres }: Manifest): Promise<void> {
  const known = await migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0 || version.localeCompare(VERSION, "en", { numeric: true }) > 0)
    throw new StartError(
      `The backup was made by a newer version of Lintel (${version}${unknown.length > 0 ? `, with ${unknown.at(-1)}` : ""}); this is ${VERSION}. Install that version, or a newer one, and restore with it.`,
    );
  const { files } = decodeCluster(await readFile(initialClusterFile()));
  const own = Buffer.from(files.PG_VERSION ?? "")
    .toString()
    .trim();
  if (postgres !== own)
    throw new StartError(
      `The backup holds a database of PostgreSQL ${postgres}, and this version of Lintel has ${own}. Restore with Lintel ${version}, then move the data to PostgreSQL (lintel move).`,
    );
}

async function requireSpace(dataDir: string, { parts }: Manifest): Promise<void> {
  const needed = parts.reduce((sum, { bytes }) => sum + bytes, RESERVE_BYTES);
  const { bsize, bavail, blocks } = await statfs(dataDir);
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MB`;
  if (blocks > 0 && bsize * bavail < needed)
    throw new StartError(
      `Cannot restore: the disk of DATA_DIR (${dataDir}) has ${megabytes(bsize * bavail)} free, and the backup needs ${megabytes(needed)}. Make room, then run lintel restore again.`,
    );
}

/** Opens the extracted database and compares the rows of every table with the manifest. */
async function checkRows(
  folder: string,
  manifest: Manifest,
  { log, signal, report }: Restore,
): Promise<void> {
  const expected = Object.entries(manifest.tables);
  if (expected.every(([, { digest }]) => digest === null)) return;
  const embedded = await startEmbedded(folder, log);
  const client = new pg.Client({ host: embedded.socketFolder, user: "postgres", database: "postgres" });
  try {
    await client.connect();
    await client.query(CANONICAL_FORM);
    const tables = await readTables(client);
    const differing: string[] = [];
    for (const [done, [name, { rows, digest }]] of expected.entries()) {
      signal.throwIfAborted();
      report({ phase: "checking", bytes: done, total: expected.length });
      const table = tables.find((each) => each.name === name);
      const found = table && (await digestTable(client, table));
      if (found?.rows !== rows || found.digest !== digest) differing.push(name);
    }
    if (differing.length > 0 || tables.length !== expected.length)
      throw new StartError(
        `The rows of the restored database differ from the backup's manifest: ${differing.join(", ")}. Nothing was restored.`,
      );
  } finally {
    await client.end().catch(() => {});
    await embedded.stop();
    await removeLock(folder);
  }
}

async function removeLock(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith("lock.sqlite")) await rm(join(folder, name));
}

/** Everything is on the disk before it gets its place. */
async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await syncPath(join(entry.parentPath, entry.name));
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
