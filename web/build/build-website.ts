import { createHash } from "node:crypto";
import { ASSETS_PATH, type Assets, type ConsoleAssets } from "./assets.ts";
import { ASSETS_FOLDER, type BuildOutput, MANIFEST, SITE_MODULE } from "./built-website.ts";
import { bundleConsole, bundleIslands, bundleSite } from "./bundle.ts";
import { addCompressed } from "./compress-files.ts";
import { consoleStyles, siteStyles } from "./join-styles.ts";
import { packageFiles } from "./package-files.ts";

/** Builds the website and the console: the server's module, and the files of browsers with hashed names, compressed. */
export async function buildWebsite(): Promise<BuildOutput> {
  const [site, islands, console, files] = await Promise.all([
    bundleSite(),
    bundleIslands(),
    bundleConsole(),
    packageFiles(),
  ]);
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
  const stylesheet = add("site.css", Buffer.from(await siteStyles(addressOf)));
  const consoleStylesheet = add("console.css", Buffer.from(await consoleStyles(addressOf)));
  for (const { fileName, code } of [...islands.chunks, ...console.chunks])
    output.set(ASSETS_FOLDER + fileName, Buffer.from(code));
  const fonts = [...hashed].filter(([name]) => name.endsWith(".woff2")).map(([, address]) => address);
  const assets: Assets = {
    loader: ASSETS_PATH + islands.entry,
    stylesheet,
    fonts,
    files: Object.fromEntries(hashed),
    version: versionOf([site, ...output.keys()]),
  };
  const consoleAssets: ConsoleAssets = {
    script: ASSETS_PATH + console.entry,
    stylesheet: consoleStylesheet,
    fonts: fonts.filter((address) => address.includes("inter")),
  };
  await addCompressed(output);
  output.set(SITE_MODULE, Buffer.from(site));
  output.set(MANIFEST, Buffer.from(JSON.stringify({ assets, console: consoleAssets })));
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
