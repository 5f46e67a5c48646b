import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FSDriver } from "flydrive/drivers/fs";
import type { Drive } from "./file-storage.ts";

/** Files in a folder of this machine or of a shared file system. */
export function folderDrive(folder: string): Drive {
  const driver = new FSDriver({ location: folder, visibility: "public" });
  return {
    folder,
    async put(key, bytes) {
      // Renamed when complete, so that neither a crash nor a reader sees a partial file under the key. The leading
      // dot keeps drafts from being valid keys.
      const draft = join(dirname(key), `.${basename(key)}.${randomUUID()}`);
      try {
        await driver.put(draft, bytes);
        await rename(join(folder, draft), join(folder, key));
      } catch (error) {
        await rm(join(folder, draft), { force: true });
        throw error;
      }
    },
    async stat(key) {
      if (!(await driver.exists(key))) return null;
      const { contentLength, etag } = await driver.getMetaData(key);
      return { size: contentLength, etag };
    },
    stream: (key) => driver.getStream(key),
    delete: (key) => driver.delete(key),
    // A path through a file, and a name too long for the file system, are missing files too.
    isMissing: (error) =>
      ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? ""),
  };
}
