import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../config/settings.ts";
import { RESTORE_FOLDER } from "./manifest.ts";

/**
 * For the start of a server.
 *
 * @throws StartError when a restore was interrupted between its moves.
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const folder = join(dataDir, RESTORE_FOLDER);
  if (!existsSync(folder)) return;
  if (existsSync(join(dataDir, "postgres"))) return rm(folder, { recursive: true, force: true });
  throw new StartError(
    `A restore into DATA_DIR (${dataDir}) was interrupted. Run lintel restore with the backup again, or remove ${folder} to start without it.`,
  );
}
