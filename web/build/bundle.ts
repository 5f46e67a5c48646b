import { join } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import { ROOT } from "./paths.ts";

const SITE = join(ROOT, "web/site/");
const TSCONFIG = join(ROOT, "web/tsconfig.json");

/** The server's part, with its packages, as one module without imports: it can be loaded from memory. */
export async function bundleSite(): Promise<string> {
  await using bundle = await rolldown({
    input: `${SITE}create-site.ts`,
    platform: "node",
    logLevel: "warn",
    tsconfig: TSCONFIG,
  });
  const { output } = await bundle.generate({
    format: "esm",
    codeSplitting: false,
    comments: { legal: false },
  });
  // Packages in CommonJS require modules of Node by a file's address, which a module in memory has not.
  return output[0].code.replaceAll("createRequire(import.meta.url)", 'createRequire("file:///")');
}

type Islands = { loader: string; chunks: OutputChunk[] };

/** The browser's part: the loader, a file for each island, and what islands share. */
export async function bundleIslands(): Promise<Islands> {
  await using bundle = await rolldown({
    input: { loader: `${SITE}islands/loader.ts` },
    platform: "browser",
    logLevel: "warn",
    tsconfig: TSCONFIG,
    transform: { target: "es2022" },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
  });
  const chunks = output.filter((each) => each.type === "chunk");
  const loader = chunks.find(({ isEntry, name }) => isEntry && name === "loader")?.fileName as string;
  return { loader, chunks };
}
