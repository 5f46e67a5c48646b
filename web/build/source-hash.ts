import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, SOURCES } from "./paths.ts";

/** Identifies the sources and the packages that a website is built of. Takes some milliseconds. */
export async function sourceHash(): Promise<string> {
  const folders = await Promise.all(SOURCES.map(filesOf));
  const files = [...folders.flat().sort(), "package-lock.json"];
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))));
  const hash = createHash("sha256");
  for (const [index, content] of contents.entries())
    hash.update(`${files[index]}\0${content.length}\0`).update(content);
  return hash.digest("hex").slice(0, 16);
}

/** Generated types vanish from the build, and tests are no part of it. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && !/\.generated\.ts$|\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath.slice(ROOT.length), entry.name));
}
