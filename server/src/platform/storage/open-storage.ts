import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Config, StartError } from "../config/config.ts";
import type { DiskSpace } from "../disk-space.ts";
import type { Log } from "../log.ts";
import { bucketDrive } from "./bucket-drive.ts";
import { FileStorage } from "./file-storage.ts";
import { folderDrive } from "./folder-drive.ts";

/** The file storage of STORAGE_URL, or DATA_DIR/files. In DATA_DIR it leaves the reserve of the disk to the embedded database. */
export function openStorage(
  config: Pick<Config, "storage" | "dataDir" | "publicApiUrl">,
  disk?: Pick<DiskSpace, "requireSpace">,
): FileStorage {
  const ownFolder = join(config.dataDir, "files");
  const address = config.storage ?? { folder: ownFolder };
  const drive = "bucket" in address ? bucketDrive(address) : folderDrive(address.folder);
  // No other folder in DATA_DIR may be named (config.ts).
  const sharesDisk = drive.folder !== null && resolve(drive.folder) === resolve(ownFolder);
  const requireSpace = sharesDisk && disk ? () => disk.requireSpace() : undefined;
  return new FileStorage(drive, config.publicApiUrl, requireSpace);
}

/**
 * Creates the folder. An unreachable bucket is logged as a warning in the background: it may come back, and the rest
 * works without it.
 *
 * @throws StartError when the folder cannot be written to.
 */
export async function prepareStorage(storage: FileStorage, log: Log): Promise<void> {
  const { folder } = storage;
  if (folder === null) {
    storage.stat("lintel").catch(({ cause }) => log.warn({ err: cause }, "storage bucket check failed"));
    return;
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The folder for files, ${folder}, cannot be written to (${code}). Set STORAGE_URL.`,
      {
        cause: error,
      },
    );
  }
}
