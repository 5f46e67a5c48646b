import type { Assets } from "./assets.ts";

/** A file that browsers load: its content, and both encodings where they are smaller. */
export type BuiltFile = { type: string; bytes: Buffer; br: Buffer | null; gzip: Buffer | null };

export type BuiltWebsite = {
  assets: Assets;
  /** By name below `ASSETS_PATH`. */
  files: ReadonlyMap<string, BuiltFile>;
  /** What `import()` loads: the module that exports `createSite`. */
  siteModule: string;
};

/** What a build makes, before it is stored: files by their path in the build's folder. */
export type BuildOutput = Map<string, Buffer>;

export const MANIFEST = "manifest.json";
export const SITE_MODULE = "site.mjs";
export const ASSETS_FOLDER = "assets/";
