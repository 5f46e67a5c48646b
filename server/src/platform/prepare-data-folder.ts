import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./config/settings.ts";
import { secureDataFolder } from "./data-folder.ts";
import type { Log } from "./log.ts";

const MEGABYTE = 1_048_576;
/** The demo takes 80 MB. */
const NEW_DATABASE_BYTES = 200 * MEGABYTE;
/** PostgreSQL cannot start without room for its log. */
const OLD_DATABASE_BYTES = 32 * MEGABYTE;

/**
 * Creates and secures the folder of an embedded database, and checks that a database can work in it.
 *
 * @throws StartError with one line that says what to do.
 */
export function prepareDataFolder(dataDir: string, log: Log): void {
  requireWritable(dataDir, log);
  requireSpace(dataDir);
}

/**
 * Creates and secures the folder, and writes a probe into it.
 *
 * @throws StartError with one line that says what to do.
 */
export function requireWritable(dataDir: string, log: Log): void {
  try {
    secureDataFolder(dataDir, log);
    writeProbe(dataDir);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
}

/** A file system's error about the folder, as one line that says what to do. */
export function dataFolderError(dataDir: string, error: unknown): StartError {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (DENIED.includes(code) && !existsSync(dataDir))
    return new StartError(
      `DATA_DIR (${dataDir}) cannot be created: create it as root for the user who runs Lintel (install -d -o USER -m 0700 '${dataDir}'), or choose another folder.`,
      { cause: error },
    );
  const problem = problems[code] ?? `cannot be used (${code || error})`;
  return new StartError(`DATA_DIR (${dataDir}) ${problem}.`, { cause: error });
}

const DENIED = ["EACCES", "EPERM"];

const problems: Record<string, string> = {
  EEXIST: "is a file: choose a folder",
  ENOTDIR: "is a file, or below one: choose a folder",
  EACCES: "cannot be written: give the folder to the user who runs Lintel, or choose another",
  EPERM: "cannot be written: give the folder to the user who runs Lintel, or choose another",
  EROFS: "is on a file system that is read-only: choose another folder",
  ENOENT: "is where no files can be made: choose another folder",
  ENOSPC: "is on a full disk: make room, or choose another folder",
  EDQUOT: "is over its user's disk quota: make room, or choose another folder",
};

/** A permission says less than a write: root has them all, and a disk may be full. */
function writeProbe(dataDir: string): void {
  const probe = join(dataDir, `.lintel-probe-${process.pid}`);
  try {
    writeFileSync(probe, "probe\n");
  } finally {
    rmSync(probe, { force: true });
  }
}

function requireSpace(dataDir: string): void {
  const { bsize, bavail, blocks } = statfsSync(dataDir);
  // Some network file systems report no size.
  if (blocks === 0) return;
  const isNew = !existsSync(join(dataDir, "postgres"));
  const needed = isNew ? NEW_DATABASE_BYTES : OLD_DATABASE_BYTES;
  const free = bsize * bavail;
  if (free >= needed) return;
  const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;
  throw new StartError(
    `The disk of DATA_DIR (${dataDir}) has ${megabytes(free)} free, and ${isNew ? "a new" : "the"} database needs ${megabytes(needed)}: make room, or choose another folder.`,
  );
}
