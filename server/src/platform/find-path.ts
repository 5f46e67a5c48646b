import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./config/settings.ts";

const MISSING = ["ENOENT", "ENOTDIR"];
const DENIED = ["EACCES", "EPERM"];

/** What a path names; null where nothing is. A string says why it is unknown: `existsSync` takes a folder that this user may not enter for an empty one. */
export async function findPath(path: string): Promise<Stats | string | null> {
  try {
    return await stat(path);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    if (MISSING.includes(code)) return null;
    return DENIED.includes(code)
      ? "permission denied. Give this user the permission to enter its folder"
      : `it cannot be looked up (${code})`;
  }
}

/**
 * For commands that read the embedded database.
 *
 * @throws StartError when there is none in the data folder, or when this user may not know.
 */
export async function requireCluster(dataDir: string): Promise<void> {
  const found = await findPath(join(dataDir, "postgres", "PG_VERSION"));
  if (found === null) throw new StartError(`There is no embedded database in DATA_DIR (${dataDir}).`);
  if (typeof found === "string")
    throw new StartError(`Cannot read the embedded database in DATA_DIR (${dataDir}): ${found}.`);
}
