import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import type { Log } from "./log.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
const STICKY = 0o1000;
/** What we keep there. Whatever else lies in the folder is not ours to change. */
const OURS = /^(postgres|files|outbox|indexes|models|lock\.sqlite.*|secrets\.json.*|server\.json)$/;
/** A new file system has it. */
const LOST_AND_FOUND = "lost+found";
/** Volumes of containers: another user's folder, a read-only one, a file system without modes. */
const CANNOT_TIGHTEN = ["EPERM", "EACCES", "EROFS", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/** From here on what this process makes is its user's alone, from the first moment: mail, photos, vectors, secrets. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Makes DATA_DIR, or takes from other users what rights they have there: an older version or a careless copy left them. A folder
 * that others use too, such as /tmp, stays as it is, and so does what the file system does not let us tighten: what we make in it is
 * private all the same.
 *
 * @throws when the folder cannot be made.
 */
export function secureDataFolder(path: string, log: Log): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  // It may be a link to a folder elsewhere.
  const dataDir = realpathSync(path);
  const names = namesIn(dataDir);
  const ours = names.filter((name) => OURS.test(name));
  const outcome = new Outcome();
  if (isShared(dataDir, names)) outcome.open.push(dataDir);
  else tighten(dataDir, outcome);
  for (const name of ours) {
    const path = join(dataDir, name);
    // Photos may be many: those of a folder that was closed already are not looked at one by one.
    if (name !== "files" || !isClosed(path)) tightenAll(path, outcome);
  }
  const { tightened, open } = outcome;
  if (tightened > 0)
    log.warn({ data_dir: dataDir, tightened }, "data folder was open to other users, closed");
  if (open.length > 0)
    log.warn(
      { data_dir: dataDir, open: open.length, such_as: open[0], code: outcome.code },
      "data folder is open to other users and stays so, what is made in it is private",
    );
}

/** @throws when this process may not write there. */
export function demandWritable(dataDir: string): void {
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
}

class Outcome {
  tightened = 0;
  /** What others still have rights to. */
  readonly open: string[] = [];
  /** Why the last of them could not be closed; undefined when that was not tried. */
  code: string | undefined;
}

/** Whether others have rights to the folder for a reason: it is sticky, or holds what is not ours. */
function isShared(dataDir: string, names: readonly string[]): boolean {
  const { mode } = lstatSync(dataDir);
  if ((mode & OTHERS) === 0) return false;
  return (mode & STICKY) !== 0 || names.some((name) => !OURS.test(name) && name !== LOST_AND_FOUND);
}

/** The folder and all below. */
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
    // Some file systems take a mode and keep none.
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

/** None of a folder that we may not look into. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["EACCES", "EPERM", "ENOENT"].includes(codeOf(error))) return [];
    throw error;
  }
}

/** Null when it has gone meanwhile, or may not be looked at. */
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
