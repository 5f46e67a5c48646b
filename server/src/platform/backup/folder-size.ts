import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "./folder-copy.ts";

/** Bytes of the files in a folder, and in those below it. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name)).catch(ifThere))?.size ?? 0;
  }
  return bytes;
}
