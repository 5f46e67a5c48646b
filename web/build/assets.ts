/** Addresses of the built files that pages refer to. Each contains a hash of the content. */
export type Assets = {
  /** The script of every page, which loads the islands. */
  loader: string;
  /** The stylesheet of every page. */
  stylesheet: string;
  /** Fonts to preload. */
  fonts: string[];
  /** Files of packages and of counties by their plain name, such as `counties-id.json`. */
  files: Record<string, string>;
  /** Changes with the build. */
  version: string;
};

/** The same of the console. */
export type ConsoleAssets = Pick<Assets, "stylesheet" | "fonts"> & {
  script: string;
};

/** Where the built files are served. */
export const ASSETS_PATH = "/assets/";
