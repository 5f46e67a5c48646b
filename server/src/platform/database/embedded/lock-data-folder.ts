import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes the operating system's lock on a data folder for the life of this process. Two database processes on one
 * folder would corrupt it, so this must run before the database is opened. SQLite is used for its portable file lock
 * only: the kernel releases it however the process ends.
 *
 * @returns false when another process holds it.
 */
export function lockDataFolder(dataDir: string): boolean {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, "lock.sqlite"));
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
  held.push(lock);
  return true;
}

const SQLITE_BUSY = 5;

/** Keeps the handle, and so the lock, from garbage collection. */
const held: DatabaseSync[] = [];
