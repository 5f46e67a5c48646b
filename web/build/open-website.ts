import { join } from "node:path";
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
import { sourceHash } from "./source-hash.ts";
import { readBuild, storeBuild } from "./stored-builds.ts";

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
