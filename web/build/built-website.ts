import type { Assets, ConsoleAssets } from "./assets.ts";

/** A file that browsers load: its content, and both encodings where they are smaller. */
export type BuiltFile = { type: string; bytes: Buffer; br: Buffer | null; gzip: Buffer | null };

/** The website and the console. */
export type BuiltWebsite = {
  assets: Assets;
  console: ConsoleAssets;
  /** By name below `ASSETS_PATH`. */
  files: ReadonlyMap<string, BuiltFile>;
  /** What `import()` loads: the module that exports `createSite`. */
  siteModule: string;
};

/** What a build makes, before it is stored: files by their path in the build's folder. */
export type BuildOutput = Map<string, Buffer>;

/** Content of `MANIFEST`. */
export type Manifest = Pick<BuiltWebsite, "assets" | "console">;

export const MANIFEST = "manifest.json";
export const SITE_MODULE = "site.mjs";
export const ASSETS_FOLDER = "assets/";
