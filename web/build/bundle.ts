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

/** Scripts for browsers, and which of them is loaded first. */
type Scripts = { entry: string; chunks: OutputChunk[] };

/** The browser's part of the website: the loader, a file for each island, and what islands share. */
export function bundleIslands(): Promise<Scripts> {
  return bundleForBrowsers("loader", `${SITE}islands/loader.ts`, TSCONFIG);
}

/** The console: what every page needs, and a file for each group of pages. */
export function bundleConsole(): Promise<Scripts> {
  return bundleForBrowsers(
    "console",
    join(ROOT, "web/console/main.tsx"),
    join(ROOT, "web/console/tsconfig.json"),
  );
}

/** What so many pages of the console share is one file: small files cost more by their headers than they save. */
const MANY_PAGES = 25;

/** Of forms, which the pages of leads open by a key or a click alone. */
const FIELDS = /\/console\/components\/field\.tsx$|\/@base-ui\/react\/(?:field|internals\/(?:field|label))/;

/** @param name of the first script; the names of the others begin with it too, but for those of the website's loader. */
async function bundleForBrowsers(name: string, file: string, tsconfig: string): Promise<Scripts> {
  await using bundle = await rolldown({
    input: { [name]: file },
    platform: "browser",
    logLevel: "warn",
    tsconfig,
    // React's packages mark files for servers that render components ("use client"): there is none.
    onLog: (level, log, handler) => log.code !== "MODULE_LEVEL_DIRECTIVE" && handler(level, log),
    // What groups of files for themselves want: no other script imports the first one.
    preserveEntrySignatures: "allow-extension",
    transform: { target: "es2022", define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: name === "loader" ? "[name]-[hash].js" : `${name}-[name]-[hash].js`,
    ...(name === "console" && {
      codeSplitting: {
        groups: [
          { name: "fields", test: FIELDS, priority: 1, includeDependenciesRecursively: false },
          { name: "shared", minShareCount: MANY_PAGES },
        ],
      },
    }),
  });
  const chunks = output.filter((each) => each.type === "chunk");
  const entry = chunks.find((each) => each.isEntry && each.name === name)?.fileName as string;
  return { entry, chunks };
}
