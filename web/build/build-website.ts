import { createHash } from "node:crypto";
import type { Assets } from "./assets.ts";
import { ASSETS_PATH } from "./assets.ts";
import { ASSETS_FOLDER, type BuildOutput, MANIFEST, SITE_MODULE } from "./built-website.ts";
import { bundleIslands, bundleSite } from "./bundle.ts";
import { addCompressed } from "./compress-files.ts";
import { joinStyles } from "./join-styles.ts";
import { packageFiles } from "./package-files.ts";

/** Builds the website: the server's module, and the files of browsers with hashed names, compressed. */
export async function buildWebsite(): Promise<BuildOutput> {
  const [site, islands, files] = await Promise.all([bundleSite(), bundleIslands(), packageFiles()]);
  const output: BuildOutput = new Map();
  const hashed = new Map<string, string>();
  const add = (name: string, bytes: Buffer) => {
    const file = hashedName(name, bytes);
    hashed.set(name, ASSETS_PATH + file);
    output.set(ASSETS_FOLDER + file, bytes);
    return ASSETS_PATH + file;
  };
  for (const { name, bytes } of files) add(name, bytes);
  const addressOf = (name: string) => {
    const address = hashed.get(name);
    if (!address) throw new Error(`Cannot build the website: ${name} is not among the files of packages`);
    return address;
  };
  const stylesheet = add("site.css", Buffer.from(await joinStyles(addressOf)));
  for (const { fileName, code } of islands.chunks) output.set(ASSETS_FOLDER + fileName, Buffer.from(code));
  const assets: Assets = {
    loader: ASSETS_PATH + islands.loader,
    stylesheet,
    fonts: [...hashed].filter(([name]) => name.endsWith(".woff2")).map(([, address]) => address),
    files: Object.fromEntries(hashed),
    version: versionOf([site, ...output.keys()]),
  };
  await addCompressed(output);
  output.set(SITE_MODULE, Buffer.from(site));
  output.set(MANIFEST, Buffer.from(JSON.stringify(assets)));
  return output;
}

/** `site.css` as `site-3fK9aQ2x.css`. */
function hashedName(name: string, bytes: Buffer): string {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 8);
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
}

function versionOf(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 10);
}
