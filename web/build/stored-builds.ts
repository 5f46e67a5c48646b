import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BuildOutput } from "./built-website.ts";
import { removeOldBuilds } from "./remove-old-builds.ts";

/** Null when there is no whole build: a folder appears by rename, with everything in it. */
export async function readBuild(folder: string): Promise<BuildOutput | null> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length === 0) return null;
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return new Map(paths.map((path, index) => [path.slice(folder.length + 1), contents[index] as Buffer]));
}

/** @returns false where nothing can be written. */
export async function storeBuild(cache: string, folder: string, output: BuildOutput): Promise<boolean> {
  try {
    await mkdir(cache, { recursive: true });
    const temporary = await mkdtemp(join(cache, "building-"));
    for (const [path, bytes] of output) {
      await mkdir(dirname(join(temporary, path)), { recursive: true });
      await writeFile(join(temporary, path), bytes);
    }
    // The user who builds, such as root in an image, need not be the one who serves; mkdtemp admits its maker alone.
    await chmod(temporary, 0o755);
    await rename(temporary, folder).catch(async (error) => {
      // Another process has stored the same build meanwhile.
      await rm(temporary, { recursive: true, force: true });
      if (!(await readBuild(folder))) throw error;
    });
    await removeOldBuilds(cache);
    return true;
  } catch (error) {
    if (isReadOnly(error)) return false;
    throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return ["EROFS", "EACCES", "EPERM", "ENOSPC"].includes((error as NodeJS.ErrnoException).code ?? "");
}
