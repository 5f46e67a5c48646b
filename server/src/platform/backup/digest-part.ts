import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Part } from "./manifest.ts";

/** A SHA-256 of the paths, sizes and contents of a part's files, in the order of their paths. */
export async function digestPart(
  folder: string,
  name: Part["name"],
  options: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Part> {
  const hash = createHash("sha256");
  let bytes = 0;
  const paths = await filesOf(folder, name);
  for (const path of paths) {
    const { size } = await stat(join(folder, path));
    hash.update(`${path}\0${size}\0`);
    for await (const chunk of createReadStream(join(folder, path), { signal: options.signal })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      options.onBytes((chunk as Buffer).length);
    }
  }
  return { name, files: paths.length, bytes, sha256: hash.digest("hex") };
}

/** The file itself, or the files of a folder and of those in it, sorted. */
async function filesOf(folder: string, name: string): Promise<string[]> {
  if ((await stat(join(folder, name))).isFile()) return [name];
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true });
  const prefix = join(folder, "/").length;
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix))
    .sort();
}
