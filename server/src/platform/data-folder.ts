import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Log } from "./log.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;
/** What we keep there. Whatever else lies in the folder is not ours to change. */
const OURS = /^(postgres|files|outbox|indexes|models|lock\.sqlite.*|secrets\.json.*|server\.json)$/;

/** From here on what this process makes is its user's alone, from the first moment: mail, photos, vectors, secrets. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Makes DATA_DIR, or takes from other users what rights they have there: an older version or a careless copy left them. */
export function secureDataFolder(dataDir: string, log: Log): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  let tightened = tighten(dataDir);
  for (const name of readdirSync(dataDir).filter((name) => OURS.test(name))) {
    const path = join(dataDir, name);
    // Photos may be many: those of a folder that was closed already are not looked at one by one.
    tightened += name === "files" && isClosed(path) ? 0 : tightenAll(path);
  }
  if (tightened > 0)
    log.warn({ data_dir: dataDir, tightened }, "data folder was open to other users, closed");
}

/** @returns how many had rights too many, the folder and all below. */
function tightenAll(path: string): number {
  const status = statusOf(path);
  if (!status || status.isSymbolicLink()) return 0;
  const changed = tighten(path, status);
  if (!status.isDirectory()) return changed;
  return readdirSync(path).reduce((sum, name) => sum + tightenAll(join(path, name)), changed);
}

function isClosed(path: string): boolean {
  return ((statusOf(path)?.mode ?? 0) & OTHERS) === 0;
}

function tighten(path: string, status = statusOf(path)): number {
  if (!status || (status.mode & OTHERS) === 0) return 0;
  chmodSync(path, status.isDirectory() ? FOLDER_MODE : FILE_MODE);
  return 1;
}

/** Null when it has gone meanwhile. */
function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
