import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Config, StartError } from "../config/config.ts";
import type { Log } from "../log.ts";
import { bucketDrive } from "./bucket-drive.ts";
import { FileStorage } from "./file-storage.ts";
import { folderDrive } from "./folder-drive.ts";

/** The file storage of STORAGE_URL, or DATA_DIR/files. */
export function openStorage(config: Pick<Config, "storage" | "dataDir" | "publicApiUrl">): FileStorage {
  const address = config.storage ?? { folder: join(config.dataDir, "files") };
  const drive = "bucket" in address ? bucketDrive(address) : folderDrive(address.folder);
  return new FileStorage(drive, config.publicApiUrl);
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
