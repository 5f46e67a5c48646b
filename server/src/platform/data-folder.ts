import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Log } from "./log.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Files and folders that the product creates. Others are never changed. */
const OWN_FILES =
  /^(postgres|files|outbox|indexes|models|backup\.tmp|restore\.tmp|lock\.sqlite.*|secrets\.json.*|server\.json|postgres\.env)$/;
/** Present on new file systems. */
const LOST_AND_FOUND = "lost+found";
/** Errors of chmod on container volumes: owned by another user, read-only, or without modes. */
const CANNOT_TIGHTEN = ["EPERM", "EACCES", "EROFS", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** Files that this process creates from here on are accessible by its user only: mail, photos, vectors, secrets. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Creates DATA_DIR, or removes access of other users, which an older version or a copy may have left. A folder that
 * is shared on purpose, such as /tmp, is unchanged, and so is what the file system does not allow to change. Files
 * created in it are private in each case.
 *
 * @throws when the folder cannot be created.
 */
export function secureDataFolder(path: string, log: Log): void {
  createFolder(path);
  // DATA_DIR may be a link.
  const dataDir = realpathSync(path);
  const names = namesIn(dataDir);
  const own = names.filter((name) => OWN_FILES.test(name));
  const outcome = new Outcome();
  if (isShared(dataDir, names)) outcome.open.push(dataDir);
  else tighten(dataDir, outcome);
  for (const name of own) {
    const path = join(dataDir, name);
    // There may be many photos: those of a folder that was closed already are not checked one by one.
    if (name !== "files" || !isClosed(path)) tightenAll(path, outcome);
  }
  const { tightened, open } = outcome;
  if (tightened > 0)
    log.warn({ data_dir: dataDir, tightened }, "data folder was open to other users, closed");
  if (open.length > 0)
    log.warn(
      { data_dir: dataDir, open: open.length, such_as: open[0], code: outcome.code },
      "data folder stays open to other users, new files in it are private",
    );
}

/** One folder at a time: below /proc, Node's recursive mkdir never returns. */
function createFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) mkdirSync(folder, { mode: FOLDER_MODE });
  // Throws ENOTDIR for a file.
  opendirSync(path).closeSync();
}

class Outcome {
  tightened = 0;
  /** Paths that other users can still access. */
  readonly open: string[] = [];
  /** The last error code; undefined when no chmod failed. */
  code: string | undefined;
}

/** True when other users have access on purpose: the folder is sticky, or holds foreign files. */
function isShared(dataDir: string, names: readonly string[]): boolean {
  const { mode } = lstatSync(dataDir);
  if ((mode & OTHERS) === 0) return false;
  return (mode & STICKY) !== 0 || names.some((name) => !OWN_FILES.test(name) && name !== LOST_AND_FOUND);
}

/** Recursively. */
function tightenAll(path: string, outcome: Outcome): void {
  const status = statusOf(path);
  if (!status || status.isSymbolicLink()) return;
  tighten(path, outcome, status);
  if (!status.isDirectory()) return;
  for (const name of namesIn(path)) tightenAll(join(path, name), outcome);
}

function isClosed(path: string): boolean {
  return ((statusOf(path)?.mode ?? 0) & OTHERS) === 0;
}

function tighten(path: string, outcome: Outcome, status = statusOf(path)): void {
  if (!status || (status.mode & OTHERS) === 0) return;
  try {
    chmodSync(path, status.isDirectory() ? FOLDER_MODE : FILE_MODE);
    // Some file systems accept chmod without effect.
    if (isClosed(path)) outcome.tightened++;
    else outcome.open.push(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return;
    if (!CANNOT_TIGHTEN.includes(code)) throw error;
    outcome.code = code;
    outcome.open.push(path);
  }
}

/** Empty for an unreadable folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["EACCES", "EPERM", "ENOENT"].includes(codeOf(error))) return [];
    throw error;
  }
}

/** Null when the path is gone or unreadable. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (CANNOT_TIGHTEN.includes(codeOf(error))) return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
