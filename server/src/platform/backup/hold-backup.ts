import type { Kysely } from "kysely";
import type { Config } from "../config/config.ts";
import type { DB } from "../database/types.generated.ts";
import { AppError } from "../errors.ts";
import { type FreezeProgress, freezeData } from "./freeze-data.ts";
import { type Moment, removeBackupFolder } from "./manifest.ts";

export type BackupInput = { digests: boolean };
export type BackupProgress = { copying: FreezeProgress } | { frozen: Moment };

let isRunning = false;

/**
 * The server's part of `lintel backup`: freezes the data of one moment in DATA_DIR/backup.tmp and keeps it until the command, which
 * writes the archive from it, ends its request.
 */
export async function holdBackup(
  ctx: { db: Kysely<DB>; config: Config; signal: AbortSignal },
  { digests }: BackupInput,
  report: (progress: BackupProgress) => void,
): Promise<null> {
  if (isRunning) throw new AppError("conflict", "A backup is being taken already. Wait for its end.");
  isRunning = true;
  const { db, config, signal } = ctx;
  try {
    const copying = (progress: FreezeProgress) => report({ copying: progress });
    report({ frozen: await freezeData({ db, config, digests, signal, report: copying }) });
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } catch (error) {
    // The command has ended: nothing reads the reply.
    if (!signal.aborted) throw error;
  } finally {
    await removeBackupFolder(config.dataDir);
    isRunning = false;
  }
  return null;
}
