import { findPackageJSON, isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { BUILDS, PROGRAM, ROOT } from "../src/cli/built-program.ts";

/**
 * Packages that become part of the program: those of the most files in plain JavaScript. Others stay where they are: they read files
 * beside their own, hold native code, or are loaded by modules of other packages, too.
 */
const INCLUDED = ["typebox", "kysely", "libphonenumber-js", "jose", "cockatiel"];
/** Where the program begins, and the threads that load more than some files of it: a feed's run takes a new one each time. */
const BEGINNINGS = [
  "server/src/cli/program.ts",
  "server/src/feeds/thread/run-thread.ts",
  "server/src/listings/import/import-thread.ts",
  "server/src/search/sentences/sentence-tasks.ts",
].map((path) => join(ROOT, path));
/** A folder as deep as that of any build. */
const BUILD = join(BUILDS, "hash");
/** Loads the bundler, which is no part of the program. */
const BUNDLER = "./build-website.ts";

/** The files of a program by name, with their maps; and the sources in it, as paths of the checkout. */
export type Bundle = { output: Map<string, Buffer>; sources: string[] };

/** The program in some dozens of files with source maps. Other threads and processes that it starts load the sources. */
export async function bundleProgram(): Promise<Bundle> {
  await using bundle = await rolldown({
    input: Object.fromEntries(BEGINNINGS.map((file) => [nameOf(file), file])),
    platform: "node",
    logLevel: "warn",
    external: (id, importer) => !isIncluded(id) && isFoundFromBuild(id, importer),
    plugins: [addressesOfSources],
  });
  const { output } = await bundle.generate({
    format: "esm",
    // Maps name the sources from there.
    dir: BUILD,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    comments: { legal: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const ids = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  const sources = ids.map((id) => relative(ROOT, id)).filter((file) => !/^node_modules|\0/.test(file));
  const files = output.map(
    (each) => [each.fileName, each.type === "chunk" ? each.code : each.source] as const,
  );
  return { output: new Map(files.map(([name, content]) => [name, Buffer.from(content)])), sources };
}

const nameOf = (file: string) => basename(file, ".ts");

function isIncluded(id: string): boolean {
  if (/^[./\0]/.test(id)) return true;
  return INCLUDED.some((name) => id === name || id.startsWith(`${name}/`));
}

/** @throws when the build would load another version of a package than the source does. */
function isFoundFromBuild(id: string, importer: string | undefined): true {
  if (isBuiltin(id) || !importer) return true;
  const [wanted, found] = [importer, join(BUILD, PROGRAM)].map((base) =>
    findPackageJSON(id, pathToFileURL(base)),
  );
  if (wanted === found) return true;
  throw new Error(
    `${id}: ${relative(ROOT, importer)} loads ${wanted}, and a built program would load ${found}`,
  );
}

/** A module knows where its source is, and finds the files beside it; threads that are built begin with their built file. */
const addressesOfSources: Plugin = {
  name: "addresses of sources",
  transform: {
    filter: { id: /^(?!.*\/node_modules\/).*\.ts$/, code: /\bimport\.meta\b|build-website/ },
    handler(code, id) {
      const addressOf = (path: string) =>
        `new URL(${JSON.stringify(relative(BUILD, path))}, import.meta.url).href`;
      const changed = code
        .replaceAll(/new URL\("(\.\/[\w-]+\.ts)", import\.meta\.url\)/g, (address, path) => {
          const file = join(dirname(id), path);
          return BEGINNINGS.includes(file) ? `new URL("./${nameOf(file)}.mjs", import.meta.url)` : address;
        })
        .replaceAll(/(?<!\.mjs", )\bimport\.meta\.url\b/g, addressOf(id))
        .replaceAll(`import("${BUNDLER}")`, `import(${addressOf(join(dirname(id), BUNDLER))})`);
      const other = /\bimport\.meta\.(?!url\b)\w+/.exec(code);
      if (other) throw new Error(`${relative(ROOT, id)}: ${other[0]} is not known in a built program`);
      // Lines stay lines, which is all that the map is used for.
      return { code: changed, map: null };
    },
  },
};
