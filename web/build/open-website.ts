import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  ASSETS_FOLDER,
  type BuildOutput,
  type BuiltFile,
  type BuiltWebsite,
  MANIFEST,
  type Manifest,
  SITE_MODULE,
} from "./built-website.ts";
import { contentTypeOf } from "./content-type.ts";
import { CACHE } from "./paths.ts";
import { removeOldBuilds } from "./remove-old-builds.ts";
import { sourceHash } from "./source-hash.ts";

/**
 * The built website. Its sources are built when they have changed since the last start, which takes about a second; else the bundler
 * is not loaded. Where the folder of packages is read-only, each start builds in memory.
 */
export async function openWebsite(cache = CACHE): Promise<BuiltWebsite> {
  const hash = await sourceHash();
  const folder = join(cache, hash);
  const stored = await readBuild(folder);
  if (stored) return websiteOf(stored, pathToFileURL(join(folder, SITE_MODULE)).href);
  const { buildWebsite } = await import("./build-website.ts");
  const output = await buildWebsite();
  if (await storeBuild(cache, folder, output))
    return websiteOf(output, pathToFileURL(join(folder, SITE_MODULE)).href);
  const code = (output.get(SITE_MODULE) as Buffer).toString("base64");
  return websiteOf(output, `data:text/javascript;base64,${code}`);
}

function websiteOf(output: BuildOutput, siteModule: string): BuiltWebsite {
  const files = new Map<string, BuiltFile>();
  for (const [path, bytes] of output) {
    if (!path.startsWith(ASSETS_FOLDER) || /\.(br|gz)$/.test(path)) continue;
    files.set(path.slice(ASSETS_FOLDER.length), {
      type: contentTypeOf(path),
      bytes,
      br: output.get(`${path}.br`) ?? null,
      gzip: output.get(`${path}.gz`) ?? null,
    });
  }
  const manifest = JSON.parse((output.get(MANIFEST) as Buffer).toString()) as Manifest;
  return { ...manifest, files, siteModule };
}

/** Null when there is no whole build: a folder appears by rename, with everything in it. */
async function readBuild(folder: string): Promise<BuildOutput | null> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length === 0) return null;
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return new Map(paths.map((path, index) => [path.slice(folder.length + 1), contents[index] as Buffer]));
}

/** @returns false where nothing can be written. */
async function storeBuild(cache: string, folder: string, output: BuildOutput): Promise<boolean> {
  try {
    await mkdir(cache, { recursive: true });
    const temporary = await mkdtemp(join(cache, "building-"));
    for (const [path, bytes] of output) {
      await mkdir(dirname(join(temporary, path)), { recursive: true });
      await writeFile(join(temporary, path), bytes);
    }
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
