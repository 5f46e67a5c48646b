import type { FileStorage } from "../../server/src/platform/storage/file-storage.ts";
import { photoFiles, photoKey, readPhoto } from "./photo-files.ts";

const CONCURRENCY = 8;

/**
 * Copies the images of the demo into the file storage, under `demo/`. Existing files are kept, so that an interrupted run
 * continues where it stopped.
 *
 * @throws the signal's reason when aborted.
 */
export async function storePhotos(options: {
  storage: Pick<FileStorage, "exists" | "put">;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}): Promise<void> {
  const { storage, onProgress, signal } = options;
  const files = photoFiles();
  const queue = files.values();
  let done = 0;

  async function work(): Promise<void> {
    for (const file of queue) {
      signal?.throwIfAborted();
      const key = photoKey(file);
      if (!(await storage.exists(key))) await storage.put(key, await readPhoto(file));
      onProgress?.(++done, files.length);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
